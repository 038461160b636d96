/** Syncs of a store, killed at random points. */
import * as FileSystem from "@effect/platform/FileSystem"
import { Effect, Random } from "effect"
import { fileURLToPath } from "node:url"
import type { Figure, Scale } from "../Figure.js"
import * as NodeProcess from "../NodeProcess.js"
import * as Histories from "../store/Histories.js"
import * as Quotes from "../store/Quotes.js"
import * as Service from "../store/Service.js"

const kills: Readonly<Record<Scale["name"], number>> = { test: 2, short: 8, long: 200 }

/** A sync says so many lines in one life at most before it is killed: a third of all. */
const mostParts = 8

/** The longest time from a line to the kill, milliseconds. */
const longest = 30

/** Lives of a sync, of which the last one is not ended. */
const lives = 5

export const main = fileURLToPath(new URL("../store/main.js", import.meta.url))

/** Kills within a day of so many quotes, of which a store has parts. */
const ofQuotes: Readonly<Record<Scale["name"], { readonly kills: number; readonly rows: number }>> = {
  test: { kills: 1, rows: 200_000 },
  short: { kills: 3, rows: 600_000 },
  long: { kills: 30, rows: 600_000 },
}

/** Number of quotes in a part of a day. */
const partRows = 131_072

/** Longest time from a part of a day to the kill, milliseconds: about that of the next part. */
const longestPart = 700

/** A day of quotes, whose sync is killed again and again. */
const quotes = (name: Scale["name"], seed: number, say: (progress: string) => Effect.Effect<void>) =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const { kills, rows } = ofQuotes[name]
    const { apiKey, asked, url } = yield* Quotes.serve(rows)
    const random = Random.make(`${seed} store-kills of quotes`)
    const violations: Array<string> = []
    const calm = yield* files.makeTempDirectoryScoped()
    yield* Histories.sync({ apiKey, url, folder: calm, isOfQuotes: true })
    const expected = yield* Histories.contents(calm)
    let [killed, stores, within] = [0, 0, 0]
    while (killed < kills) {
      const what = `seed ${seed}, day ${stores++}`
      const folder = yield* files.makeTempDirectoryScoped()
      const settings: Histories.StoreSettings = { apiKey, url, folder, isOfQuotes: true }
      /** Quotes of the parts that were told. */
      let kept = 0
      for (let life = 0; ; life++) {
        const isLast = killed === kills || life === lives
        asked.length = 0
        const milliseconds = isLast ? Infinity : yield* random.nextIntBetween(0, longestPart)
        // The first line comes before the first part.
        const lines = yield* NodeProcess.killed(main, settings, "Part 1", milliseconds)
        const first = asked[0]
        if (first !== undefined && first > 0) within += 1
        if (first !== undefined && (first < kept || first % partRows > 0))
          violations.push(`${what}: with ${kept} quotes in whole parts, it asked from number ${first}`)
        kept = (first ?? 0) + (lines.length - 1) * partRows
        if (lines.includes("Complete")) break
        if (isLast) {
          violations.push(`${what}: did not end by itself: ${lines.at(-1)}`)
          break
        }
        yield* say(`${++killed} of ${kills} kills within a day`)
        const { damages } = yield* Histories.verify(folder)
        if (damages.length > 0) violations.push(`${what}: damaged ${JSON.stringify(damages)}`)
      }
      if ((yield* Histories.countQuotes(folder)) !== rows) violations.push(`${what}: it lacks quotes`)
      for (const file of Histories.different(yield* Histories.contents(folder), expected))
        violations.push(`${what}: ${file} is not that of a store that was never killed`)
    }
    if (within === 0) violations.push("no kill came within a day")
    return {
      measured: `${killed} kills within ${stores} days of ${rows.toLocaleString("en-US")} quotes, ${within} went on within the day: ${violations.length} faults`,
      violations,
    }
  })

export const storeKills: Figure = {
  name: "store-kills",
  what: "kill -9 at random points of syncs of a store, which go on afterwards",
  bound:
    "after each kill the store reads, with no wrong bar, and a day of ticks goes on after its last whole part; at the end its bytes are those of a store that was never killed: bars lost 0, repeated 0",
  run: ({ name, seed }, say) =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const service = yield* Service.serve
      const { apiKey, url } = service
      const random = Random.make(`${seed} store-kills`)
      const calm = yield* files.makeTempDirectoryScoped()
      yield* Histories.sync({ apiKey, url, folder: calm })
      const expected = yield* Histories.contents(calm)
      const violations: Array<string> = []
      let [killed, stores, lost, repeated, left] = [0, 0, 0, 0, 0]

      /** One store: its sync is killed repeatedly, then left to complete. */
      const store = Effect.gen(function* () {
        const what = `seed ${seed}, store ${stores++}`
        const folder = yield* files.makeTempDirectoryScoped()
        let complete = false
        for (let life = 0; !complete; life++) {
          const isLast = killed === kills[name] || life === lives
          const part = yield* random.nextIntBetween(0, mostParts)
          const milliseconds = isLast ? Infinity : yield* random.nextIntBetween(0, longest)
          const lines = yield* NodeProcess.killed(main, { apiKey, url, folder }, `Part ${part}`, milliseconds)
          complete = lines.includes("Complete")
          if (complete) continue
          if (isLast) return violations.push(`${what}: did not end by itself: ${lines.at(-1)}`)
          yield* say(`${++killed} of ${kills[name]} kills`)
          const { damages } = yield* Histories.verify(folder)
          const now = yield* Histories.compare(folder, service)
          if (damages.length > 0) violations.push(`${what}: damaged ${JSON.stringify(damages)}`)
          if (now.repeated + now.wrong > 0) violations.push(`${what}: read ${JSON.stringify(now)}`)
          if (now.lost > 0) left += 1
        }
        const now = yield* Histories.compare(folder, service)
        lost += now.lost
        repeated += now.repeated
        for (const file of Histories.different(yield* Histories.contents(folder), expected))
          violations.push(`${what}: ${file} is not that of a store that was never killed`)
      })
      while (killed < kills[name]) yield* Effect.scoped(store)
      if (left === 0) violations.push("no kill came before the end of a sync")
      if (lost + repeated > 0) violations.push(`seed ${seed}: lost ${lost}, repeated ${repeated}`)
      const day = yield* Effect.scoped(quotes(name, seed, say))
      return {
        measured: `${killed} kills of the syncs of ${stores} stores of ${expected.size} files: lost ${lost}, repeated ${repeated}, ${violations.length} faults; ${day.measured}`,
        violations: [...violations, ...day.violations],
      }
    }),
}
