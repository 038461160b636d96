/** A service that corrects what it gave long ago. */
import type { Store } from "@candela/history/Store"
import * as FileSystem from "@effect/platform/FileSystem"
import { Effect, Random } from "effect"
import type { Figure, Scale } from "../Figure.js"
import * as Histories from "../store/Histories.js"
import * as Service from "../store/Service.js"

const trials: Readonly<Record<Scale["name"], number>> = { test: 1, short: 3, long: 200 }

/** Bars that a correction begins with. */
const most = 5

const noChange = { added: 0, removed: 0, changed: 0 }

/**
 * Changes some bars of a stock, takes others away or gives others back, and says what a refresh has
 * to tell: not of bars that come back on a day whose absence is doubtful. Such a day is not stored,
 * so the sync before the refresh fetches it as it would a new one.
 */
const correct = (
  random: Random.Random,
  ticker: string,
  stock: Service.Stock,
  all: ReadonlyArray<Service.WireBar>,
  doubtful: ReadonlyArray<Store.Doubtful>,
) =>
  Effect.gen(function* () {
    const bars = new Map(stock.bars.map((bar) => [bar.t, bar]))
    const told = new Map<string, Store.Change>()
    const days = new Set(doubtful.filter((one) => one.ticker === ticker).flatMap(({ days }) => days))
    const chosen = new Set<number>()
    for (let count = yield* random.nextIntBetween(1, most + 1); count > 0; count--)
      chosen.add(yield* random.nextIntBetween(0, all.length))
    for (const index of [...chosen].sort((a, b) => a - b)) {
      const original = all[index]!
      const { t } = original
      const present = bars.get(t)
      const kind = present === undefined ? "added" : (yield* random.nextBoolean) ? "changed" : "removed"
      if (kind === "removed") bars.delete(t)
      else bars.set(t, { ...original, v: (present ?? original).v + 1 })
      if (kind === "added" && days.has(Service.dayOf(t))) continue
      const period = Service.yearOf(t)
      const before = told.get(period) ?? { dataset: "bars", ticker, period, ...noChange, first: t, last: t }
      told.set(period, { ...before, [kind]: before[kind] + 1, last: t })
    }
    stock.bars = [...bars.values()].sort((a, b) => a.t - b.t)
    return [...told.values()]
  })

/** Changes in words, in one order. */
const texts = (changes: ReadonlyArray<Store.Change>): ReadonlyArray<string> =>
  changes
    .map(
      ({ added, changed, dataset, first, last, period, removed, ticker }) =>
        `${dataset} ${ticker} ${period}: ${added} added, ${removed} removed, ${changed} changed from ${first} to ${last}`,
    )
    .sort()

export const corrections: Figure = {
  name: "corrections",
  what: "a service that corrects bars that had settled: changed, withdrawn and added ones",
  bound:
    "a sync requests nothing but days whose absence is doubtful; a refresh tells each change and no other; the bytes are those of a new store",
  run: ({ name, seed }) =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const service = yield* Service.serve
      const { apiKey, url } = service
      const folder = yield* files.makeTempDirectoryScoped()
      const random = Random.make(`${seed} corrections`)
      const original = new Map([...service.stocks].map(([ticker, { bars }]) => [ticker, bars]))
      const violations: Array<string> = []
      let told = 0
      // Withdrawn days are doubtful: each sync asks for them again until a second answer, a day
      // later, agrees. The clock stands still here, and the service tells no other time.
      let { doubtful } = yield* Histories.sync({ apiKey, url, folder })

      const trial = (number: number) =>
        Effect.gen(function* () {
          const what = `seed ${seed}, trial ${number}`
          const corrected: Array<Store.Change> = []
          // One stock is corrected in any trial, each other one in half of them.
          const always = yield* random.nextIntBetween(0, service.stocks.size)
          for (const [index, [ticker, stock]] of [...service.stocks].entries()) {
            if ((yield* random.nextBoolean) && index !== always) continue
            corrected.push(...(yield* correct(random, ticker, stock, original.get(ticker)!, doubtful)))
          }
          const before = service.requests()
          yield* Histories.sync({ apiKey, url, folder })
          if (service.requests() > before && doubtful.length === 0)
            violations.push(`${what}: a sync sent ${service.requests() - before} requests`)
          const refreshed = yield* Histories.sync({ apiKey, url, folder }, { refresh: Service.range })
          doubtful = refreshed.doubtful
          const [expected, found] = [texts(corrected), texts(refreshed.changes)]
          told += found.length
          for (const text of expected.filter((text) => !found.includes(text)))
            violations.push(`${what}: not told: ${text}`)
          for (const text of found.filter((text) => !expected.includes(text))) violations.push(`${what}: told: ${text}`)
        })

      yield* Effect.forEach(Array(trials[name]).keys(), trial, { discard: true })
      const fresh = yield* files.makeTempDirectoryScoped()
      yield* Histories.sync({ apiKey, url, folder: fresh })
      const [one, other] = yield* Effect.all([Histories.contents(folder), Histories.contents(fresh)])
      for (const file of Histories.different(one, other))
        violations.push(`seed ${seed}: ${file} is not that of a new store`)
      if (told === 0) violations.push("nothing was corrected")
      return {
        measured: `${trials[name]} corrections of ${told} files: ${violations.length} faults`,
        violations,
      }
    }),
}
