import * as Columns from "@candela/core/Columns"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Arrow from "@candela/files/Arrow"
import * as Csv from "@candela/files/Csv"
import * as NdJson from "@candela/files/NdJson"
import * as Parquet from "@candela/files/Parquet"
import { Forex } from "@candela/forex/Forex"
import { Stocks } from "@candela/stocks/Stocks"
import * as Arbitraries from "@candela/testing/Arbitraries"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FastCheck from "effect/FastCheck"
import * as Stream from "effect/Stream"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Json from "../../src/output/Json.js"
import * as Output from "../../src/output/Output.js"
import { layer, make, type Process } from "../TestTerminal.js"

const temporary = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "candela-cli-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true })),
)

/** What a program prints. */
const print = <A>(
  program: Effect.Effect<A, unknown, Effect.Effect.Context<ReturnType<typeof Output.value>>>,
  process: Process = {},
) => {
  const { printed, terminal } = make(process)
  return Effect.map(Effect.exit(Effect.provide(program, layer(process, terminal))), (exit) => ({ exit, ...printed() }))
}

const rows = [
  { ticker: "AAPL", count: 2, first: 1n, note: 'a "quoted", text' },
  { ticker: "MSFT", count: 30, note: "" },
]
const columns = [{ name: "ticker" }, { name: "count" }, { name: "first" }, { name: "note" }]

describe("records", () => {
  const records = (format: Output.Format, process: Process = {}) =>
    print(Output.records(columns, { format }, Stream.fromIterable(rows)), process)

  it.effect("are written in every format of text", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* records("csv")).out.split("\n"), [
        "ticker,count,first,note",
        'AAPL,2,1,"a ""quoted"", text"',
        'MSFT,30,,""',
        "",
      ])
      const lines = [
        '{"ticker":"AAPL","count":2,"first":1,"note":"a \\"quoted\\", text"}',
        '{"ticker":"MSFT","count":30,"note":""}',
      ]
      assert.strictEqual((yield* records("ndjson")).out, `${lines.join("\n")}\n`)
      assert.strictEqual((yield* records("json")).out, `[\n${lines.join(",\n")}\n]\n`)
      const table = yield* records("table", { terminal: true })
      assert.deepStrictEqual(table.out.split("\n").slice(2), [
        'AAPL        2      1  a "quoted", text',
        "MSFT       30",
        "",
      ])
      assert.strictEqual(table.err, "2 rows.\n")
      assert.deepStrictEqual(table.exit, Exit.succeed(2))
    }),
  )

  it.effect("have no columns for Parquet and Arrow", () =>
    Effect.gen(function* () {
      const { exit, out } = yield* records("parquet")
      assert.include(String(exit), "--format csv")
      assert.strictEqual(out, "")
    }),
  )

  it.effect("end quietly where nobody reads on", () =>
    Effect.gen(function* () {
      const { exit } = yield* print(Output.records(columns, { format: "csv" }, Stream.fromIterable(rows)), {
        closesAfter: 1,
      })
      assert.include(String(exit), "ClosedPipe")
    }),
  )
})

describe("the summary", () => {
  it.effect("says everywhere that there are no rows, unless it is to be quiet", () =>
    Effect.gen(function* () {
      const told = (process: Process) =>
        Effect.map(print(Output.records(columns, { format: "ndjson" }, Stream.empty), process), ({ err, out }) => [
          err,
          out,
        ])
      assert.deepStrictEqual(yield* told({}), ["No rows.\n", ""])
      assert.deepStrictEqual(yield* told({ terminal: true }), ["No rows.\n", ""])
      assert.deepStrictEqual(yield* told({ settings: { quiet: true } }), ["", ""])
    }),
  )

  it.effect("names some of the columns for which there is no room where they are many", () =>
    Effect.gen(function* () {
      const names = Array.from({ length: 20 }, (_, index) => `column${index}`)
      const row = Object.fromEntries(names.map((name) => [name, "x".repeat(30)]))
      const many = names.map((name) => ({ name }))
      const { err } = yield* print(Output.records(many, { format: "table" }, Stream.make(row)), { terminal: true })
      const [, missing] = err.split("\n")
      assert.match(missing!, /^No room for column\d+(, column\d+){7} and \d+ more columns\.$/)
      const nine = print(Output.records(many.slice(0, 11), { format: "table" }, Stream.make(row)), { terminal: true })
      assert.notInclude((yield* nine).err, "more columns")
    }),
  )
})

describe("values", () => {
  const quote = { status: "success", symbol: "EUR/USD", last: { ask: 1.5, bid: 1.25, exchange: 48, timestamp: 0 } }

  it.effect("are a table of their fields for people, and JSON elsewhere", () =>
    Effect.gen(function* () {
      const { out } = yield* print(Output.value(Forex.endpoints.lastQuote, {}, quote), { terminal: true })
      assert.deepStrictEqual(out.split("\n"), [
        "symbol                EUR/USD",
        "bid                   1.25",
        "ask                   1.5",
        "status                success",
        "last.exchange         48",
        "last.timestamp (UTC)  1970-01-01",
        "",
      ])
      const line = yield* print(Output.value(undefined, {}, { requests: 1, at: 5n }))
      assert.strictEqual(line.out, '{"requests":1,"at":5}\n')
      const json = yield* print(Output.value(undefined, { format: "json" }, { requests: 1 }))
      assert.strictEqual(json.out, '{\n  "requests": 1\n}\n')
      const csv = yield* print(Output.value(undefined, { format: "csv" }, { requests: 1, rows: 2 }))
      assert.strictEqual(csv.out, "requests,rows\n1,2\n")
    }),
  )

  it.effect("are one row of a file", () =>
    Effect.gen(function* () {
      const day = { from: "2025-06-27", symbol: "AAPL", open: 1, high: 2, low: 0.5, close: 1.5, volume: 10 }
      const { out } = yield* print(Output.value(Stocks.endpoints.openClose, { format: "csv" }, day))
      assert.strictEqual(out.split("\n").length, 3)
      assert.include(out, "2025-06-27,AAPL")
    }),
  )
})

describe("exact JSON", () => {
  it("holds integers of 64 bits with all digits, and any text", () => {
    FastCheck.assert(
      FastCheck.property(
        FastCheck.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
        FastCheck.string(),
        (at, text) => {
          assert.strictEqual(Json.text({ at, text }), `{"at":${at},"text":${JSON.stringify(text)}}`)
        },
      ),
    )
  })
})

describe("rows of endpoints", () => {
  for (const format of ["csv", "ndjson", "arrow", "parquet"] as const) {
    it.effect(`read back from a ${format} file as they were, in columns or one by one`, () =>
      Effect.gen(function* () {
        const folder = yield* temporary
        const { bars, dividends } = Stocks.endpoints
        const read = { csv: Csv.read, ndjson: NdJson.read, arrow: Arrow.read, parquet: Parquet.read }[format]
        for (const endpoint of [bars, dividends] as ReadonlyArray<Endpoint.AnyRows>) {
          const given = FastCheck.sample(FastCheck.array(Arbitraries.row(endpoint), { minLength: 1 }), {
            numRuns: 2,
            seed: 7,
          })
          for (const each of [...given, []]) {
            const [one, other] = [join(folder, `one.${format}`), join(folder, `other.${format}`)]
            const write = (out: string, stream: Stream.Stream<unknown>) =>
              Output.rows(endpoint, { out }, stream, { time: 0, request: { a: 1 } })
            assert.strictEqual(yield* write(one, Stream.fromIterable(each)), each.length)
            assert.strictEqual(yield* write(other, Stream.make(Columns.fromRows(endpoint.row, each))), each.length)
            assert.deepStrictEqual([...(yield* Stream.runCollect(read(one, endpoint)))], each)
            assert.isTrue(readFileSync(one).equals(readFileSync(other)))
          }
        }
      }).pipe(Effect.scoped, Effect.provide(layer({}, make().terminal))),
    )
  }

  it.effect("leave nothing of a file whose stream fails", () =>
    Effect.gen(function* () {
      const folder = yield* temporary
      for (const name of ["a.csv", "a.json", "a.parquet", "a.txt"]) {
        const stream = Stream.concat(
          Stream.make(...FastCheck.sample(Arbitraries.row(Stocks.endpoints.bars), 3)),
          Stream.fail("lost"),
        )
        const exit = yield* Effect.exit(Output.rows(Stocks.endpoints.bars, { out: join(folder, name) }, stream))
        assert.include(String(exit), "lost")
      }
      assert.deepStrictEqual(readdirSync(folder), [])
    }).pipe(Effect.scoped, Effect.provide(layer({}, make().terminal))),
  )
})
