import type { FuturesContract } from "@candela/futures/Contracts"
import { Futures } from "@candela/futures/Futures"
import * as FuturesReference from "@candela/sandbox/subjects/futures/FuturesReference"
import { contractsBetween } from "@candela/sandbox/subjects/futures/contracts"
import { products } from "@candela/sandbox/subjects/futures/products"
import { Store } from "@candela/sandbox/store/Store"
import { assert, layer } from "@effect/vitest"
import { Chunk, Effect, FastCheck, Layer, Stream, Struct } from "effect"
import { rowsAt } from "../../contract/rowsAt.js"
import { connections, serviceOf, Tables } from "../../contract/support.js"

const [first, today] = ["2023-07-03", "2025-06-30"]
const dayMillis = 86_400_000
const toDate = (millis: number) => new Date(millis).toISOString().slice(0, 10)

const stored = Effect.flatMap(Store, (store) =>
  Effect.map(
    store.query(`SELECT ${FuturesReference.contractTable.select}, known_date FROM futures_contracts`),
    (rows) =>
      rows.map((row) => ({
        ...FuturesReference.contractTable.read(row),
        known_date: row["known_date"] as string,
      })),
  ),
)

/** The contracts on a day, by hand. */
const contractsOn = (rows: ReadonlyArray<FuturesReference.ContractRow>, day: string): ReadonlyArray<FuturesContract> =>
  rows
    .filter(({ known_date, settlement_date }) => known_date <= day && day <= settlement_date!)
    .map((row) => ({
      ...Struct.omit(row, "known_date", "type"),
      ...(day < "2025-03-12" ? {} : { type: row.type! }),
      date: day,
      active: row.first_trade_date! <= day && day <= row.last_trade_date!,
      days_to_maturity: (Date.parse(row.settlement_date!) - Date.parse(day)) / dayMillis,
    }))

/** A row as a client reads it: what is null is absent. */
const asRead = (row: FuturesContract) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as unknown as FuturesContract

const order = ({ date, product_code, ticker }: FuturesContract) => `${product_code} ${date} ${ticker}`
const sorted = (rows: ReadonlyArray<FuturesContract>) =>
  [...rows].sort((one, other) => (order(one) < order(other) ? -1 : 1))

/** Days of the data set, a weekend and the days around 2025-03-12 among them. */
const days = [
  ...["2025-03-11", "2025-03-12", "2025-06-28", "2025-06-29", first, today],
  ...FastCheck.sample(FastCheck.integer({ min: Date.parse(first), max: Date.parse(today) }).map(toDate), {
    seed: 22,
    numRuns: 12,
  }),
]

layer(Layer.merge(connections["in process"], Tables), { excludeTestServices: true })("futures", (it) => {
  const everything = Effect.all({ futures: serviceOf(Futures), rows: stored })

  it.scoped("contracts are those of the day: known, not settled yet, with its state", () =>
    Effect.gen(function* () {
      const { futures, rows } = yield* everything
      for (const date of days) {
        const { next_url, results } = yield* futures.contracts({ date, limit: 1000 })
        assert.isUndefined(next_url)
        assert.isAbove(results.length, 60)
        assert.deepStrictEqual(sorted(results), sorted(contractsOn(rows, date)), date)
        for (const active of [true, false]) {
          const part = yield* futures.contracts({ date, active, limit: 1000 })
          assert.deepStrictEqual(
            part.results,
            results.filter((row) => row.active === active),
          )
        }
      }
    }),
  )

  it.scoped("contracts of a range of days are those of each day, and without one those of the latest", () =>
    Effect.gen(function* () {
      const { futures, rows } = yield* everything
      const range = { "date.gt": "2025-03-07", "date.lte": "2025-03-14", sort: ["product_code", "date"] } as const
      const week = Array.from({ length: 7 }, (_, index) => toDate(Date.parse("2025-03-08") + index * dayMillis))
      const got = yield* Stream.runCollect(futures.contracts.stream(range, { pageSize: 100 }))
      assert.deepStrictEqual(Chunk.toReadonlyArray(got), sorted(week.flatMap((day) => contractsOn(rows, day))))
      const { results } = yield* futures.contracts({ limit: 1000 })
      assert.deepStrictEqual(results, (yield* futures.contracts({ date: today, limit: 1000 })).results)
      const open = yield* futures.contracts({ "date.gte": "2025-06-29", ticker: "ESU5" })
      assert.deepStrictEqual(
        open.results.map(({ date }) => date),
        ["2025-06-29", today],
      )
      for (const date of ["2023-07-02", "2025-07-01", "0001-01-01", "9999-12-31"]) {
        assert.deepStrictEqual((yield* futures.contracts({ date })).results, [])
      }
    }),
  )

  it.scoped("products have one row on each day", () =>
    Effect.gen(function* () {
      const { futures } = yield* everything
      const { results } = yield* futures.products({ "date.gte": "2025-06-01", limit: 50_000 })
      assert.lengthOf(results, 30 * (products.length + 1))
      const byCode = new Map(products.map((product) => [product.product_code, product]))
      const [combination, ...others] = results.filter(({ date, type }) => date === "2025-06-30" && type === "combo")
      assert.strictEqual(combination!.product_code, "ES-NQ")
      assert.lengthOf(others, 0)
      for (const { date, last_updated, product_code, ...row } of results.filter(({ type }) => type !== "combo")) {
        const { asset_class, name, sector, trading_venue } = byCode.get(product_code!)!
        assert.deepInclude(row, { asset_class, name, sector, trading_venue, type: "single" })
        assert.strictEqual(last_updated, `${date}T05:00:00Z`)
      }
      assert.strictEqual(
        new Set(results.map(({ date, product_code }) => `${date} ${product_code}`)).size,
        results.length,
      )
      const latest = yield* futures.products({})
      assert.deepStrictEqual(latest.results, results.slice(-products.length - 1))
    }),
  )

  it.scoped("follow the clock: the latest day is today in Chicago, and nothing of later days is told", () =>
    Effect.gen(function* () {
      const { rows } = yield* everything
      const { contracts, products } = Futures.endpoints
      for (const [instant, day] of [
        ["2024-03-15T16:00:00-05:00", "2024-03-15"],
        ["2025-03-12T04:30:00Z", "2025-03-11"],
        ["2025-03-12T05:30:00Z", "2025-03-12"],
      ] as const) {
        assert.deepStrictEqual(
          sorted((yield* rowsAt(contracts, { limit: 1000 }, instant)).map(asRead)),
          sorted(contractsOn(rows, day)),
          day,
        )
        const after = yield* rowsAt(contracts, { "date.gte": day, limit: 1000 }, instant)
        assert.deepStrictEqual([...new Set(after.map(({ date }) => date))], [day])
        for (const { last_updated } of yield* rowsAt(products, {}, instant)) {
          assert.isAtMost(Date.parse(last_updated!), Date.parse(instant))
        }
      }
    }),
  )

  it.scoped("have a type since 2025-03-12, and a blank type filters nothing", () =>
    Effect.gen(function* () {
      const { futures } = yield* everything
      const of = (date: string, type?: "" | "single" | "combo") =>
        Effect.map(
          futures.contracts({ date, ...(type === undefined ? {} : { type }), limit: 1000 }),
          ({ results }) => results,
        )
      const typed = yield* of("2025-03-12")
      const [single, combo] = [yield* of("2025-03-12", "single"), yield* of("2025-03-12", "combo")]
      assert.isAbove(Math.min(single.length, combo.length), 20)
      assert.sameDeepMembers([...typed], [...single, ...combo])
      assert.deepStrictEqual(yield* of("2025-03-12", ""), typed)
      assert.isTrue(combo.every(({ ticker }) => ticker!.split("-").length === 2))
      const untyped = yield* of("2025-03-11")
      assert.isAbove(untyped.length, 60)
      assert.isTrue(untyped.every((row) => !("type" in row)))
      assert.deepStrictEqual(yield* of("2025-03-11", ""), untyped)
      assert.deepStrictEqual(yield* of("2025-03-11", "single"), [])
    }),
  )

  it.scoped("contracts agree with the model that the bars are made of, and spreads with their parts", () =>
    Effect.gen(function* () {
      const { rows } = yield* everything
      const known = new Map(contractsBetween("2023-06-01", "2025-08-01").map((contract) => [contract.ticker, contract]))
      const byTicker = new Map(rows.map((row) => [row.ticker!, row]))
      assert.strictEqual(byTicker.size, rows.length)
      for (const row of rows) {
        const [near, far] = row.ticker!.split("-").map((ticker) => known.get(ticker)!)
        const { product } = near!
        assert.strictEqual(row.type, far === undefined ? "single" : "combo")
        assert.strictEqual(row.product_code, product.product_code)
        assert.strictEqual(row.group_code, product.product_code === "VX" ? undefined : product.product_code)
        assert.strictEqual(row.trade_tick_size! * product.ticks, 1)
        assert.strictEqual(row.last_trade_date, near!.last_trade_date)
        assert.strictEqual(row.settlement_date, near!.settlement_date)
        const listed = [near!.first_trade_date, far?.first_trade_date ?? ""]
        assert.strictEqual(row.first_trade_date, listed.sort().at(-1))
        assert.isTrue(row.known_date < row.first_trade_date!)
      }
      const traded = yield* (yield* Store).query<{ readonly ticker: string; readonly date: string }>(
        "SELECT ticker, date FROM futures_session_bars",
      )
      for (const { date, ticker } of traded) {
        const { first_trade_date, last_trade_date } = byTicker.get(ticker)!
        assert.isTrue(first_trade_date! <= date && date <= last_trade_date!, `${ticker} ${date}`)
      }
    }),
  )
})
