import * as Csv from "@candela/files/Csv"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Snapshots from "@candela/snapshots/Snapshots"
import * as Arbitraries from "@candela/testing/Arbitraries"
import { Forex } from "@candela/forex/Forex"
import { Options } from "@candela/options/Options"
import { Stocks } from "@candela/stocks/Stocks"
import { assert, describe, it } from "@effect/vitest"
import type { FileSystem } from "@effect/platform/FileSystem"
import type { Path } from "@effect/platform/Path"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FastCheck from "effect/FastCheck"
import * as Stream from "effect/Stream"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import * as Output from "../../src/output/Output.js"
import * as View from "../../src/output/View.js"
import type { Terminal } from "../../src/terminal/Terminal.js"
import { layer, make, type Process } from "../TestTerminal.js"

/** What an output prints. */
const print = <E>(self: Effect.Effect<unknown, E, Terminal | FileSystem | Path>, process: Process = {}) =>
  Effect.gen(function* () {
    const { printed, terminal } = make(process)
    const exit = yield* Effect.exit(Effect.provide(self, layer(process, terminal)))
    return { ...printed(), exit, told: Exit.isFailure(exit) ? String(Cause.squash(exit.cause)) : "" }
  })

const { bars, dividends, news } = Stocks.endpoints
const day = { timestamp: 1_748_836_800_000, open: 1, high: 2, low: 0.5, close: 1.5, volume: 10 }
const quote = { participant_timestamp: 1_751_313_599_571_504_060n, ask_price: 1.5, bid_price: 1.25 }

const written = (endpoint: Endpoint.AnyRows, options: Output.Options, ...rows: ReadonlyArray<object>) =>
  print(Output.rows(endpoint, options, Stream.fromIterable(rows)))

describe("a view of rows", () => {
  it.effect("has the columns that are named, in their order, in every format of text", () =>
    Effect.gen(function* () {
      const columns = ["close", "timestamp"]
      const of = (format: Output.Format) => Effect.map(written(bars, { format, columns }, day), ({ out }) => out)
      assert.strictEqual(yield* of("csv"), "close,timestamp\n1.5,1748836800000\n")
      assert.strictEqual(yield* of("ndjson"), '{"close":1.5,"timestamp":1748836800000}\n')
      assert.deepStrictEqual(JSON.parse(yield* of("json")), [{ close: 1.5, timestamp: 1_748_836_800_000 }])
      assert.match(yield* of("table"), /^close {2}timestamp \(New York\)\n/)
      const { told } = yield* written(bars, { columns: ["clos"] }, day)
      assert.include(told, 'no "clos". Did you mean close? The columns are volume, vwap')
      const page = Stream.make({ results: [day], status: "OK" })
      const whole = yield* print(Output.pages(bars, { format: "json", columns }, page))
      assert.deepStrictEqual(JSON.parse(whole.out).results, [{ close: 1.5, timestamp: 1_748_836_800_000 }])
    }),
  )

  it.effect("picks fields within fields, and converts instants and long integers wherever they are", () =>
    Effect.gen(function* () {
      const endpoint = Snapshots.Snapshots.endpoints.list
      const [row] = FastCheck.sample(Arbitraries.row(endpoint), { numRuns: 1, seed: 3 })
      const given = {
        ...row,
        ticker: "AAPL",
        type: "stocks",
        session: { close: 3.5 },
        last_quote: { last_updated: 5n },
      }
      const { out } = yield* written(
        endpoint,
        { format: "csv", columns: ["ticker", "session.close", "last_quote"], "long-integers": "text" },
        given,
      )
      assert.strictEqual(out, 'ticker,session.close,last_quote\nAAPL,3.5,"{""last_updated"":""5""}"\n')
      const { told } = yield* written(endpoint, { columns: ["session.clos"] }, given)
      assert.include(told, "Did you mean session.close?")
    }),
  )

  it.effect("writes instants as text in UTC, or with the offset of a zone, without losing a digit", () =>
    Effect.gen(function* () {
      const of = (options: Output.Options, endpoint: Endpoint.AnyRows = bars, row: object = day) =>
        Effect.map(
          written(endpoint, { format: "ndjson", columns: [Object.keys(row)[0]!], ...options }, row),
          ({ out }) => Object.values(JSON.parse(out) as object)[0],
        )
      assert.strictEqual(yield* of({ time: "iso" }), "2025-06-02T04:00:00Z")
      assert.strictEqual(yield* of({ time: "local" }), "2025-06-02T00:00:00-04:00")
      assert.strictEqual(yield* of({ time: "local", zone: "Asia/Kolkata" as never }), "2025-06-02T09:30:00+05:30")
      assert.strictEqual(yield* of({ time: "local", utc: true }), "2025-06-02T04:00:00Z")
      assert.strictEqual(yield* of({ time: "epoch" }), 1_748_836_800_000)
      const { quotes } = Forex.endpoints
      assert.strictEqual(yield* of({ time: "iso" }, quotes, quote), "2025-06-30T19:59:59.57150406Z")
      assert.strictEqual(yield* of({ "long-integers": "text" }, quotes, quote), "1751313599571504060")
      const { told } = yield* written(bars, { utc: true, zone: "Asia/Kolkata" as never }, day)
      assert.include(told, "two zones")
      const binary = yield* written(bars, { format: "parquet", time: "iso" }, day)
      assert.include(binary.told, "leave --time and --long-integers out")
    }),
  )

  it.effect("of rows that no endpoint declares likewise", () =>
    Effect.gen(function* () {
      const columns = [{ name: "at", unit: "epoch milliseconds" }, { name: "n" }]
      const of = (options: Output.Options) =>
        Effect.map(
          print(Output.records(columns, { format: "csv", ...options }, Stream.make({ at: 1_748_836_800_000, n: 5n }))),
          ({ out, told }) => out + told,
        )
      assert.strictEqual(yield* of({ time: "iso" }), "at,n\n2025-06-02T04:00:00Z,5\n")
      assert.strictEqual(yield* of({ columns: ["n"], crlf: true }), "n\r\n5\r\n")
      assert.strictEqual(yield* of({ format: "ndjson", "long-integers": "text", columns: ["n"] }), '{"n":"5"}\n')
      assert.include(yield* of({ columns: ["m"] }), 'there is no "m"')
    }),
  )

  it.effect("any columns of any rows are theirs", () =>
    Effect.gen(function* () {
      for (const endpoint of [bars, dividends, news, Forex.endpoints.quotes] as ReadonlyArray<Endpoint.AnyRows>) {
        const [row] = FastCheck.sample(Arbitraries.row(endpoint), { numRuns: 1, seed: 5 }) as [Record<string, unknown>]
        const names = Object.keys(row).toReversed()
        const { row: view } = yield* View.of(endpoint, { columns: names }, "ndjson")
        assert.deepStrictEqual(
          Object.entries(view(row) as object),
          names.map((name) => [name, row[name]]),
        )
      }
    }),
  )

  it.effect("finds a column of an object by its last name where no other has it", () =>
    Effect.gen(function* () {
      const { chain } = Options.endpoints
      const row = { details: { strike_price: 200 }, last_quote: { bid: 1.5 }, last_trade: { price: 1 } }
      const short = yield* View.of(chain, { columns: ["strike_price", "bid"] }, "ndjson")
      assert.deepStrictEqual(short.row(row), { strike_price: 200, bid: 1.5 })
      const refused = yield* Effect.flip(View.of(chain, { columns: ["price"] }, "ndjson"))
      assert.strictEqual(
        refused.message,
        "--columns: price is in several objects: write one of last_trade.price, underlying_asset.price.",
      )
    }),
  )

  it.effect("shows on a screen first what a request compares and sorts by, but not what is equal in all rows", () =>
    Effect.gen(function* () {
      const [row] = FastCheck.sample(Arbitraries.row(dividends), { numRuns: 1, seed: 5 }) as [object]
      const request = { distribution_type: "recurring", "frequency.gte": 4, sort: "pay_date.desc" }
      const given = { ...row, ticker: "HD", cash_amount: 2.5, frequency: 4, pay_date: "2025-06-02" }
      const { out } = yield* print(Output.rows(dividends, { format: "table" }, Stream.make(given), { request }))
      assert.match(out, /^ticker +ex_dividend_date +frequency +pay_date +cash_amount /)
    }),
  )
})

describe("CSV", () => {
  const rows = Stream.make({ note: "=1+1" }, { note: "@a" }, { note: "plain" })

  it.effect("guards the texts that would be formulas, in CSV for Excel alone", () =>
    Effect.gen(function* () {
      const of = (options: Output.Options) =>
        Effect.map(print(Output.records([{ name: "note" }], { format: "csv", ...options }, rows)), ({ bytes }) =>
          new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes),
        )
      assert.strictEqual(yield* of({}), "note\n=1+1\n@a\nplain\n")
      assert.strictEqual(yield* of({ crlf: true }), "note\r\n=1+1\r\n@a\r\nplain\r\n")
      assert.strictEqual(yield* of({ excel: true }), "\ufeffnote\r\n'=1+1\r\n'@a\r\nplain\r\n")
      const { bytes } = yield* written(bars, { format: "csv", excel: true, columns: ["close"] }, day)
      assert.strictEqual(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), "\ufeffclose\r\n1.5\r\n")
      const { told } = yield* written(bars, { format: "ndjson", excel: true }, day)
      assert.include(told, "--excel is about CSV")
    }),
  )

  it.effect("for Excel is read back, with the apostrophes", () =>
    Effect.gen(function* () {
      const text = (endpoint: Endpoint.AnyRows, row: object) =>
        Stream.make(row).pipe(Csv.encode(endpoint, { isForExcel: true }), Csv.decode(endpoint), Stream.runCollect)
      const [row] = FastCheck.sample(Arbitraries.row(dividends), { numRuns: 1, seed: 5 }) as [Record<string, unknown>]
      assert.deepStrictEqual([...(yield* text(dividends, { ...row, ticker: "-A" }))], [{ ...row, ticker: "'-A" }])
    }),
  )
})

describe("the file of --out", () => {
  const temporary = Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "candela-view-"))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true })),
  )

  it.scoped("is compressed as its ending says, and - is standard output", () =>
    Effect.gen(function* () {
      const folder = yield* temporary
      const file = join(folder, "bars.csv.gz")
      const plain = yield* written(bars, { format: "csv" }, day, day)
      assert.deepStrictEqual((yield* written(bars, { out: file }, day, day)).exit._tag, "Success")
      assert.strictEqual(gunzipSync(readFileSync(file)).toString(), plain.out)
      assert.strictEqual((yield* written(bars, { out: "-", format: "csv" }, day, day)).out, plain.out)
      const none = yield* written(bars, { out: join(folder, "none.csv.gz") })
      assert.strictEqual(none.err, `No rows in ${join(folder, "none.csv.gz")}.\n`)
    }),
  )

  it.effect("is refused where an ending cannot be meant", () =>
    Effect.gen(function* () {
      for (const [out, told] of [
        ["a.parquet.gz", "compressed inside"],
        ["a.gz", "before .gz"],
        ["a.dat", "no ending of a format"],
      ])
        assert.include((yield* written(bars, { out: out! }, day)).told, told!)
    }),
  )
})
