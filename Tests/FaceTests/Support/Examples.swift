import ScreenTimeModel

var chess: ApplicationToken {
  get throws { try ApplicationToken(parsing: "org.gnome.Chess") }
}

var games: ActivityCategoryToken {
  get throws { try ActivityCategoryToken(parsing: "games") }
}

var site: WebDomainToken {
  get throws { try WebDomainToken(parsing: "chess.test") }
}
