import ScreenTimeModel
import SiteNames
import Testing

@Suite("What names a site")
struct SiteNameTests {
  @Test(
    "a domain is taken however it is typed",
    arguments: [
      ("example.com", "example.com"),
      ("EXAMPLE.Com", "example.com"),
      ("example.com.", "example.com"),
      ("  example.com ", "example.com"),
      ("www.news.example.co.uk", "www.news.example.co.uk"),
      ("https://example.com", "example.com"),
      ("HTTP://Example.com/", "example.com"),
      ("https://example.com:8443/a/page?x=1#there", "example.com"),
      ("example.com:80", "example.com"),
      ("example.com/page", "example.com"),
      ("example.com?x", "example.com"),
      ("münchen.example", "xn--mnchen-3ya.example"),
      ("MÜNCHEN.example", "xn--mnchen-3ya.example"),
      ("mu\u{308}nchen.example", "xn--mnchen-3ya.example"),  // the accent as a letter of its own
      ("xn--mnchen-3ya.example", "xn--mnchen-3ya.example"),
      ("straße.example", "xn--strae-oqa.example"),
      ("例え。テスト", "xn--r8jz45g.xn--zckzah"),  // with the dot of that script
      ("a-b.example", "a-b.example"),
      ("1.example", "1.example"),
    ])
  func taken(typed: String, domain: String) throws {
    #expect(try SiteName.domain(typed: typed).rawValue == domain)
  }

  @Test(
    "what is none is refused with what is wrong with it",
    arguments: [
      ("", "empty"),
      (".", "empty"),
      ("https://", "empty"),
      ("localhost", "a dot"),
      ("a..b", "nothing between"),
      (".example.com", "nothing between"),
      ("example..", "nothing between"),
      ("10.0.0.1", "number of a machine"),
      ("http://10.0.0.1:80/", "number of a machine"),
      ("[2001:db8::1]", "number of a machine"),
      ("2001:db8::1", "number of a machine"),
      ("ftp://example.com", "no address of a web site"),
      ("anna@example.com", "before an @"),
      ("https://anna:secret@example.com/", "before an @"),
      ("mailto:anna", "port"),
      ("example.com:", "port"),
      ("example.com:99999", "port"),
      ("exa mple.com", "exa mple.com"),
      ("-example.com", "-example.com"),
      ("under_score.example", "under_score"),
      ("xn--\u{FFFF}.example", "no domain"),
      ("xn--zzzzzzzzzz99999.example", "no domain"),
      ("two\nlines.example", "two?lines"),
    ])
  func refused(typed: String, says: String) {
    #expect {
      try SiteName.domain(typed: typed)
    } throws: { error in
      (error as? SiteNameError)?.description.contains(says) == true
    }
  }

  @Test("a name that is too long, whole or in a part, is refused")
  func tooLong() {
    for text in [
      String(repeating: "x", count: 64) + ".example",
      String(repeating: "x.", count: 130) + "example", String(repeating: "ü", count: 10_000),
    ] {
      #expect(throws: SiteNameError.self) { try SiteName.domain(typed: text) }
    }
  }

  @Test(
    "a site is a registered name or a name below it, without a www in front",
    arguments: [
      ("example.com", "example.com"),
      ("www.example.com", "example.com"),
      ("news.example.co.uk", "news.example.co.uk"),
      ("www.news.example.co.uk", "news.example.co.uk"),
      ("www.co.uk", "www.co.uk"),  // somebody's name below co.uk
      ("www.example", "www.example"),
      ("wwwexample.com", "wwwexample.com"),
      ("wordpress.com", "wordpress.com"),  // one company's, although many have names below it
      ("chess.test", "chess.test"),
      ("city.kawasaki.jp", "city.kawasaki.jp"),  // an exception among suffixes
      ("bbc.co.uk", "bbc.co.uk"),
    ])
  func site(domain: String, site: String) throws {
    #expect(try SiteName.site(of: WebDomainToken(parsing: domain)).rawValue == site)
  }

  @Test(
    "a name below which everybody may have one is no site",
    arguments: ["co.uk", "com.au", "ac.jp", "other.kawasaki.jp", "xn--55qx5d.cn"])
  func suffixes(domain: String) throws {
    let domain = try WebDomainToken(parsing: domain)
    #expect { try SiteName.site(of: domain) } throws: { error in
      let error = error as? SiteNameError
      return error?.message.contains("is no site") == true
        && error?.hint?.contains("example.\(domain.rawValue)") == true
    }
  }
}
