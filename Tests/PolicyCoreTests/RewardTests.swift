import Foundation
import PolicyCore
import Testing

/// Tables that other programs hold to as well.
private enum Vectors {
  struct Awards: Decodable {
    struct Case: Decodable {
      let reward: Int
      let cap: Int
      let awards: [Int]
    }
    let cases: [Case]
  }

  struct Ladders: Decodable {
    struct Case: Decodable {
      let base: Int
      let reward: Int
      let cap: Int
      let earned: Int
      let clampedEarned: Int?
      let registered: [Int]
    }
    let cases: [Case]
  }

  static func read<Table: Decodable>(_ name: String, as table: Table.Type) throws -> Table {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Vectors")
    return try JSONDecoder().decode(
      table, from: Data(contentsOf: folder.appending(path: name)))
  }
}

@Suite("Rewards and ladders")
struct RewardTests {
  @Test("passes earn the reward until the cap is full, and then nothing")
  func awards() throws {
    let table = try Vectors.read("awards.json", as: Vectors.Awards.self)
    #expect(!table.cases.isEmpty)
    for row in table.cases {
      var earned = 0
      for award in row.awards {
        #expect(Reward.award(reward: row.reward, cap: row.cap, earned: earned) == award)
        earned += award
      }
    }
  }

  @Test("a cap that was lowered below what was earned awards nothing, and takes nothing beyond it")
  func lowered() {
    #expect(Reward.award(reward: 10, cap: 20, earned: 30) == 0)
    #expect(Reward.counted(earned: 30, cap: 20) == 20)
  }

  @Test("the ladders are those of the table")
  func ladders() throws {
    let table = try Vectors.read("ladders.json", as: Vectors.Ladders.self)
    #expect(!table.cases.isEmpty)
    for row in table.cases {
      #expect(
        Ladder.thresholds(
          base: row.base, reward: row.reward, cap: row.cap, earned: row.earned) == row.registered)
      if let clamped = row.clampedEarned {
        #expect(Reward.counted(earned: row.earned, cap: row.cap) == clamped)
      }
    }
  }

  @Test("every allowance that a day can come to is a threshold, whatever is earned and when")
  func complete() {
    for base in [0, 1, 60] {
      for reward in [1, 7, 15, 240] {
        for cap in [0, 5, 40, 90] {
          var earned = 0
          while true {
            let thresholds = Ladder.thresholds(
              base: base, reward: reward, cap: cap, earned: earned)
            #expect(thresholds.contains(base + earned))
            #expect(thresholds.first == base && thresholds.last == base + cap)
            let award = Reward.award(reward: reward, cap: cap, earned: earned)
            guard award > 0 else { break }
            #expect(thresholds.contains(base + earned + award))
            earned += award
          }
        }
      }
    }
  }

  @Test("a ladder is ascending and never above the base and the cap, whatever it is made of")
  func bounds() {
    var source = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let base = Int.random(in: 0...1440, using: &source)
      let cap = Int.random(in: 0...(1440 - base), using: &source)
      let reward = Int.random(in: 1...240, using: &source)
      let earned = Int.random(in: 0...1440, using: &source)
      let ladder = Ladder.thresholds(base: base, reward: reward, cap: cap, earned: earned)
      #expect(ladder == Set(ladder).sorted())
      #expect(ladder.first == base && ladder.last == base + cap)
      // The ordinary one is in it whatever is earned: it is what holds tomorrow, without a server.
      let ordinary = Ladder.thresholds(base: base, reward: reward, cap: cap, earned: 0)
      #expect(Set(ordinary).isSubset(of: ladder))
      // So is every step from what is earned now, the last one partial.
      var reached = Reward.counted(earned: earned, cap: cap)
      repeat {
        #expect(ladder.contains(base + reached))
        reached += Reward.award(reward: reward, cap: cap, earned: reached)
      } while reached < cap
      // And nothing else.
      #expect(ladder.count <= 2 * (cap / reward + 2))
    }
  }
}
