/** Splits and dividends of many tickers are one request. */
import { Backfill } from "@candela/backfill"
import { Store } from "@candela/history"
import * as FileSystem from "@effect/platform/FileSystem"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Ledger from "../src/internal/plan/ledger.js"
import * as Lists from "../src/internal/fetch/lists.js"
import { type Behaviour, listsAsked, requests, service } from "./service.js"
import * as Support from "./support.js"

const range = { from: "2024-03-01", to: "2024-04-30" }
const options = { rest: "10 millis", poll: "20 millis" } as const

/** Made-up tickers, in the order of their names. */
const tickers = (count: number) => Array.from({ length: count }, (_, index) => `T${String(index).padStart(3, "0")}`)

const day = (index: number) => new Date(Date.UTC(2020, 0, 1 + index)).toISOString().slice(0, 10)

/** Three dividends of each ticker, and a split of every third one. */
const lists: Behaviour["lists"] = (ticker, list) => {
  const number = Number(ticker.slice(1))
  if (list === "dividends") {
    return [0, 90, 180].map((after) => ({
      id: `${ticker}${after}`,
      ticker,
      cash_amount: 1,
      ex_dividend_date: day(number + after),
    }))
  }
  return number % 3 === 0 ? [{ id: ticker, ticker, split_from: 1, split_to: 2, execution_date: day(number) }] : []
}

/** A plan of so many tickers over a service that behaves so, in a folder of its own. */
const over = (
  count: number,
  own: Partial<Behaviour>,
  test: (
    place: { readonly plan: string; readonly folder: string; readonly behaviour: Behaviour },
    // oxlint-disable-next-line typescript/no-explicit-any -- all that a test needs is provided below
  ) => Effect.Effect<void, unknown, any>,
  planned: Partial<Backfill.PlanOptions> = {},
) =>
  Effect.gen(function* () {
    const behaviour: Behaviour = { known: tickers(count), broken: [], refuses: false, lists, ...own }
    const folder = yield* Support.folder
    const universe = Support.hours(tickers(count))
    yield* Effect.flatMap(Support.planned({ universe, range, attempts: 2, ...planned }), (plan) =>
      test({ plan, folder, behaviour }),
    ).pipe(Effect.provide(Support.within(folder)), Effect.provide(service(behaviour)))
  }).pipe(Effect.scoped, Effect.provide(NodeContext.layer)) as Effect.Effect<void, unknown>

/** How many tickers each request for a list named. */
const sizes = Effect.map(listsAsked, (asked) => asked.map(({ list, tickers }) => `${list} ${tickers.length}`).sort())

/** The store is that of a sync of the whole universe. */
const assertFilesOfSync = (folder: string, count: number) =>
  Effect.gen(function* () {
    yield* Effect.flatMap(Store, (store) => store.sync(Support.hours(tickers(count)), range)).pipe(
      Effect.provide(Store.layer(`${folder}/direct`)),
    )
    assert.deepStrictEqual(yield* Support.contents(`${folder}/store`), yield* Support.contents(`${folder}/direct`))
  })

describe("splits and dividends", () => {
  it.live("of fifty tickers are one request, as planned", () => {
    const month = { from: "2024-03-01", to: "2024-03-31" }
    return over(
      52,
      { known: [], lists: () => [] },
      ({ plan }) =>
        Effect.gen(function* () {
          const { requests: planned } = yield* Backfill.plan({ universe: Support.hours(tickers(52)), range: month })
          assert.strictEqual(planned, 52 + 4, "bars of each ticker, and two lists for each fifty")
          assert.deepInclude((yield* Backfill.run(plan, options)).jobs, { empty: 52, failed: 0 })
          // All first answers are empty, and asked for again at once.
          const once = ["dividends 2", "dividends 50", "splits 2", "splits 50"]
          assert.deepStrictEqual([...(yield* sizes)].sort(), [...once, ...once].sort())
          assert.strictEqual(yield* requests, 2 * (52 + 4))
        }),
      { range: month },
    )
  })

  it.live("in several pages are all in the files of their tickers, which are those of a sync", () =>
    over(5, { pageOf: 4 }, ({ folder, plan }) =>
      Effect.gen(function* () {
        yield* Backfill.run(plan, options)
        assert.deepStrictEqual(yield* sizes, ["dividends 5", "splits 5"])
        yield* assertFilesOfSync(folder, 5)
        const fs = yield* FileSystem.FileSystem
        const names = yield* fs.readDirectory(`${folder}/store/dividends`)
        assert.lengthOf(names, 5)
      }),
    ),
  )

  it.live("of one ticker that is at fault fail the jobs of that ticker alone, with its own error", () =>
    over(
      6,
      {
        lists: (ticker, list) =>
          ticker === "T002" ? [{ ticker, execution_date: 7, ex_dividend_date: 7 }] : lists(ticker, list),
      },
      ({ behaviour, folder, plan }) =>
        Effect.gen(function* () {
          const { jobs } = yield* Backfill.run(plan, options)
          assert.deepInclude(jobs, { done: 10, failed: 2, waiting: 0 })
          assert.deepStrictEqual(
            (yield* Backfill.failures(plan)).map(({ attempts, error, ticker }) => [ticker, error, attempts]),
            [
              ["T002", "DecodeError", 2],
              ["T002", "DecodeError", 2],
            ],
          )
          assert.strictEqual((yield* sizes).filter((one) => one === "splits 6").length, 1, "together once")
          behaviour.lists = lists
          assert.strictEqual(yield* Backfill.retry(plan), 2)
          assert.deepInclude((yield* Backfill.run(plan, options)).jobs, { done: 12, failed: 0 })
          yield* assertFilesOfSync(folder, 6)
        }),
    ),
  )

  it.live("that the service refuses with the key stop everything at the first request", () =>
    over(6, { refuses: true }, ({ plan }) =>
      Effect.gen(function* () {
        assert.strictEqual((yield* Effect.flip(Backfill.run(plan, { ...options, concurrency: 1 }))).reason, "stopped")
        assert.deepStrictEqual(yield* sizes, ["splits 6"])
      }),
    ),
  )

  it.live("that are here are not asked for again: each further page of a ticker, and each further plan", () =>
    over(
      6,
      {},
      ({ plan }) =>
        Effect.gen(function* () {
          assert.deepInclude((yield* Backfill.run(plan, options)).jobs, { done: 12 })
          const longer = { universe: Support.hours(tickers(8)), range: { from: "2024-02-01", to: "2024-04-30" } }
          const again = yield* Support.planned(longer)
          yield* Backfill.run(again, options)
          assert.deepStrictEqual(yield* sizes, ["dividends 2", "dividends 6", "splits 2", "splits 6"])
        }),
      { batchSize: 1 },
    ),
  )

  it.live("of tickers that others run are left to them", () =>
    over(6, {}, ({ plan }) =>
      Effect.gen(function* () {
        const lists = yield* Lists.make((ticker) => ticker < "T003")
        yield* Effect.flatMap(Ledger.read(plan, "T001"), lists)
        const [splits, dividends] = yield* listsAsked
        assert.deepStrictEqual(splits, { list: "splits", tickers: ["T001", "T000", "T002"] })
        assert.strictEqual(dividends?.tickers.length, 3)
      }),
    ),
  )

  it.live("are asked for once by tickers that begin together", () =>
    over(6, {}, ({ folder, plan }) =>
      Effect.gen(function* () {
        const lists = yield* Lists.make(() => true)
        yield* Effect.forEach(tickers(6), (ticker) => Effect.flatMap(Ledger.read(plan, ticker), lists), {
          concurrency: "unbounded",
        })
        assert.deepStrictEqual(yield* sizes, ["dividends 6", "splits 6"])
        // Where there is one writer, its lock would keep them apart.
      }).pipe(Effect.provide(Store.layer(`${folder}/many`, { writers: "many" }))),
    ),
  )
})
