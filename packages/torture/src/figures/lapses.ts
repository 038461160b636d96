/** A service whose answers arrive whole, and are wrong. */
import * as HttpClient from "@effect/platform/HttpClient"
import { Effect, Layer } from "effect"
import type { Figure, Scale } from "../Figure.js"
import * as Law from "../lapses/Law.js"
import { ways } from "../lapses/Ways.js"
import * as World from "../lapses/World.js"

/** Seeds of what is drawn: each draws other rows. */
const seeds: Readonly<Record<Scale["name"], number>> = { test: 1, short: 1, long: 100 }

/** Ways that a test tries; `lapses.all.test.ts` tries all that need no process. */
const quick: ReadonlyArray<string> = ["page", "columns", "daily", "adjusted", "store"]

export const lapses: Figure = {
  name: "lapses",
  what: "a service whose answers are wrong: empty, doubled, of another ticker or year, out of order, with splits that are none",
  bound:
    "each way of reading gives the right rows, a typed error, or rows and words; nothing is wrong or missing in silence",
  run: ({ name, seed }, say) =>
    Effect.gen(function* () {
      const client = yield* HttpClient.HttpClient
      const chosen = name === "test" ? ways.filter((way) => quick.includes(way.name)) : ways
      const seeded = yield* Effect.forEach(
        Array.from({ length: seeds[name] }, (_, index) => seed + index),
        (seed) =>
          Effect.zipRight(
            say(`seed ${seed}`),
            Effect.map(Law.cells(client, seed, chosen), (cells) => ({ cells, seed })),
          ),
      )
      const all = seeded.flatMap(({ cells }) => cells)
      const count = (tag: Law.Verdict["_tag"]) => all.filter(({ verdict }) => verdict._tag === tag).length
      return {
        measured:
          `${all.length - count("Unmet")} reads of ${chosen.length} ways: ${count("Right")} right, ${count("Failed")} errors, ` +
          `${count("Told")} told, ${count("Silent")} silent; ${count("Unknowable")} that nobody could know`,
        violations: seeded.flatMap(({ cells, seed }) =>
          Law.violations(cells).map((violation) => `seed ${seed}: ${violation}`),
        ),
      }
    }).pipe(Effect.provide(Layer.orDie(World.client))),
}
