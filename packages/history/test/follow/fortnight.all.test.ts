/** Two weeks of a stream on top of a store, through syncs, cuts and kills. */
import { runs } from "@candela/support/seeded"
import { describe, it } from "@effect/vitest"
import { assertFollows, type Scenario } from "./sessions.js"

describe("a topic on top of a store, in two weeks", () => {
  const scenarios: ReadonlyArray<readonly [title: string, scenario: Scenario]> = [
    ["equals the history row for row, through syncs", { sessions: 10, kills: 0, cuts: 0 }],
    ["equals the history row for row, through syncs and cuts", { sessions: 10, kills: 0, cuts: 12 }],
    ["goes on after each kill, and equals the history row for row", { sessions: 10, kills: 8, cuts: 6 }],
  ]
  for (const [title, scenario] of scenarios) {
    it.live(title, () => assertFollows(scenario, runs(4)))
  }
})
