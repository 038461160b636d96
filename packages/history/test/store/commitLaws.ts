/**
 * Laws of changes of one manifest by several processes, whose operations are interleaved: in a
 * folder as in an object store.
 */
import { assert, it } from "@effect/vitest"
import { Effect, FastCheck as fc } from "effect"
import * as Manifest from "../../src/internal/store/layout/manifest.js"
import { type Process, take, takeKilling } from "./turns.js"
import { runs } from "@candela/support/seeded"

export const empty: Manifest.Manifest = { version: 1, dataset: "bars", market: "crypto", intervals: [], files: {} }

/** Adds a period to a manifest. */
export const adding =
  (period: string) =>
  (manifest: Manifest.Manifest): Manifest.Manifest =>
    Manifest.withFile(manifest, period, {
      file: `${period}.jsonl`,
      rows: 1,
      bytes: 1,
      sha256: "0".repeat(64),
      first: 0,
      last: 0,
      knownAt: "2024-06-03",
    })

/** A manifest, and processes that add periods to it, one after another. */
export interface Place {
  readonly adding: (...periods: ReadonlyArray<string>) => Effect.Effect<Process>
  readonly periods: () => ReadonlyArray<string>
  /** What else is there: nothing, once all have ended. */
  readonly rest?: () => ReadonlyArray<string>
}

/** What holds in any place. `operations`: the most turns that are drawn, and after which a process may be killed. */
export const laws = (
  start: Effect.Effect<Place>,
  operations: { readonly turns: number; readonly killed: number },
): void => {
  const turns = fc.array(fc.nat({ max: 2 }), { maxLength: operations.turns })
  const fastCheck = { numRuns: runs(150) }
  const sorted = ({ periods }: Place) => [...periods()].sort()

  it.effect.prop(
    "by three processes are all there, whenever each of them is stopped and goes on",
    { turns },
    ({ turns }) =>
      Effect.gen(function* () {
        const place = yield* start
        const { adding, rest } = place
        const processes = yield* Effect.all([adding("2020", "2021"), adding("2022", "2023"), adding("2024", "2025")])
        yield* take(processes, turns)
        assert.deepStrictEqual(sorted(place), ["2020", "2021", "2022", "2023", "2024", "2025"])
        assert.deepStrictEqual(rest?.() ?? [], [])
      }),
    { fastCheck },
  )

  it.effect.prop(
    "are there but for those of a process that is killed at any of its operations",
    { turns, killed: fc.nat({ max: operations.killed }) },
    ({ killed, turns }) =>
      Effect.gen(function* () {
        const place = yield* start
        const { adding } = place
        const [victim, ...others] = yield* Effect.all([
          adding("2020", "2021"),
          adding("2022", "2023"),
          adding("2024", "2025"),
        ])
        yield* takeKilling(victim, others, { killed, turns })
        assert.deepStrictEqual(
          sorted(place).filter((period) => period > "2021"),
          ["2022", "2023", "2024", "2025"],
        )
      }),
    { fastCheck },
  )
}
