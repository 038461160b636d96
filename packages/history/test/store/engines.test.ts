import { DuckDBInstance } from "@duckdb/node-api"
import * as NodeContext from "@effect/platform-node/NodeContext"
import type { Dividend } from "@candela/stocks/Dividends"
import type { Split } from "@candela/stocks/Splits"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { execFileSync, spawnSync } from "node:child_process"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import pl from "nodejs-polars"
import { bar, folder, write } from "./fixture.js"

const odd = ["123", "NULL", "2024-01-01", "X:BTCUSD", "BRK.B", "aapl", "AAPL"]

const bars = [bar("2024-02-29T15:00:00.000Z", 10), bar("2024-03-01T15:00:00.000Z", 11, { otc: true, volume: 0.5 })]

type Read = (root: string, glob: string, partitions: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<object>>

/** The rows of a query of DuckDB, as any program would ask. */
const queried = (query: string): Effect.Effect<ReadonlyArray<object>> =>
  Effect.promise(async () => {
    const instance = await DuckDBInstance.create(":memory:")
    const connection = await instance.connect()
    try {
      return (await connection.runAndReadAll(query)).getRowObjectsJS()
    } finally {
      connection.closeSync()
      instance.closeSync()
    }
  })

/** By DuckDB. */
const duckdb: Read = (root, glob, partitions) => {
  const types = partitions.map((name) => `${name}: VARCHAR`).join(", ")
  return queried(`FROM read_parquet('${root}/${glob}', hive_partitioning = true, hive_types = {${types}})`)
}

/** By Polars. */
const polars: Read = (root, glob, partitions) =>
  Effect.sync(() =>
    pl
      .scanParquet(`${root}/${glob}`, {
        hivePartitioning: true,
        hiveSchema: Object.fromEntries(partitions.map((name) => [name, pl.String])),
        tryParseHiveDates: false,
      } as never)
      .collectSync()
      .toRecords(),
  )

/** Null, `bigint` and `Date` as the rows of the library have them. */
const plain = (row: object) =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([, value]) => value !== null)
      .map(([name, value]: [string, unknown]) => [
        name,
        typeof value === "bigint" ? Number(value) : value instanceof Date ? value.getTime() : value,
      ]),
  )

const inOrder = (rows: ReadonlyArray<object>) =>
  rows
    .map(plain)
    .sort((one, other) =>
      JSON.stringify([one["ticker"], one["timestamp"]]) < JSON.stringify([other["ticker"], other["timestamp"]])
        ? -1
        : 1,
    )

const partitions = ["market", "timespan", "ticker"]

layer(NodeContext.layer)("the query of docs/scale.md", (it) => {
  it.scoped("gives the bars of the tickers that it names", () =>
    Effect.gen(function* () {
      const root = yield* folder
      yield* write(
        root,
        ["AAPL", "MSFT", "NVDA"].map((ticker) => ({ ticker, bars })),
      )
      const page = readFileSync(new URL("../../../../docs/scale.md", import.meta.url), "utf8")
      const [, query = ""] = /```sql\n([^]*?)```/.exec(page) ?? []
      const rows = yield* queried(query.replace("'histories/", `'${root}/`))
      assert.deepStrictEqual(
        rows,
        ["AAPL", "MSFT"].map((ticker) => ({ ticker, bars: 2n, high: Math.max(...bars.map(({ high }) => high)) })),
      )
    }),
  )
})

/** By pyarrow, which pandas uses. */
const pyarrow = (root: string): Effect.Effect<ReadonlyArray<object>> =>
  Effect.sync(() => {
    const program = [
      "import sys, json, pyarrow as pa, pyarrow.dataset as ds",
      "text = pa.schema([(name, pa.string()) for name in ['market', 'timespan', 'ticker']])",
      "table = ds.dataset(sys.argv[1], partitioning=ds.partitioning(text, flavor='hive')).to_table()",
      "print(json.dumps([{**row, 'timestamp': row['timestamp'].timestamp() * 1000} for row in table.to_pylist()]))",
    ].join("\n")
    return JSON.parse(execFileSync("python3", ["-c", program, root], { encoding: "utf8" })) as ReadonlyArray<object>
  })

const hasPyarrow = spawnSync("python3", ["-c", "import pyarrow"]).status === 0

layer(NodeContext.layer)("the folder of bars as a whole", (it) => {
  /** A folder as a sync leaves it, with what a killed writer leaves behind. */
  const written = Effect.gen(function* () {
    const root = yield* folder
    yield* write(
      root,
      odd.map((ticker) => ({ ticker, bars })),
    )
    const part = `${root}/bars/market=stocks/timespan=1minute/ticker=AAPL`
    assert.isTrue(readdirSync(part).includes("_manifest.json"))
    writeFileSync(`${part}/.2024-03.deadbeef.parquet.1a2b.part`, "of a killed process")
    return `${root}/bars`
  })
  const expected = inOrder(
    odd.flatMap((ticker) => bars.map((bar) => ({ ...bar, ticker, market: "stocks", timespan: "1minute" }))),
  )

  // The binding cannot say which names are hidden, as Polars for Python can: without a pattern it
  // takes every name for data.
  it.scoped("is read by Polars", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(inOrder(yield* polars(yield* written, "**/*.parquet", partitions)), expected)
    }),
  )

  it.scoped("is read by DuckDB", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(inOrder(yield* duckdb(yield* written, "**/*.parquet", partitions)), expected)
    }),
  )

  it.scoped(
    hasPyarrow ? "is read by pyarrow" : "would be read by pyarrow, which this machine's Python lacks",
    (context) =>
      Effect.gen(function* () {
        if (!hasPyarrow) return context.skip("Python has no pyarrow")
        assert.deepStrictEqual(inOrder(yield* pyarrow(yield* written)), expected)
      }),
  )

  it.scoped(
    "has no name that the engines would take for data: each begins with `_` or a dot, or is a Parquet file",
    () =>
      Effect.gen(function* () {
        const names = readdirSync(yield* written, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ name }) => name)
        assert.deepStrictEqual(
          names.filter((name) => !/^[._]|\.parquet$/.test(name)),
          [],
        )
      }),
  )
})

for (const [name, read] of [
  ["DuckDB", duckdb],
  ["Polars", polars],
] as const) {
  layer(NodeContext.layer)(`${name} over the folder of a store`, (it) => {
    it.scoped("reads the bars of every ticker, as they were", () =>
      Effect.gen(function* () {
        const root = yield* folder
        yield* write(
          root,
          odd.map((ticker) => ({ ticker, bars })),
        )
        const rows = yield* read(root, "bars/**/*.parquet", partitions)
        const expected = odd.flatMap((ticker) =>
          bars.map((bar) => ({ ...bar, ticker, market: "stocks", timespan: "1minute" })),
        )
        assert.deepStrictEqual(inOrder(rows), inOrder(expected))
      }),
    )

    it.scoped("reads a ticker as text where it is alone", () =>
      Effect.gen(function* () {
        for (const ticker of ["123", "NULL", "2024-01-01", "TRUE", "1e5"]) {
          const root = yield* folder
          yield* write(root, [{ ticker, bars }])
          const rows = yield* read(root, "bars/**/*.parquet", partitions)
          assert.deepStrictEqual(
            rows.map((row) => plain(row)["ticker"]),
            [ticker, ticker],
          )
        }
      }),
    )

    it.scoped("reads the splits and dividends", () =>
      Effect.gen(function* () {
        const root = yield* folder
        const split: Split = { id: "s1", ticker: "aapl", execution_date: "2020-08-31", split_from: 1, split_to: 4 }
        const dividend: Dividend = { id: "d1", ticker: "aapl", ex_dividend_date: "2024-02-09", cash_amount: 0.24 }
        yield* write(root, [{ ticker: "aapl", bars, splits: [split], dividends: [dividend] }])
        const date = (text: string) => Date.parse(`${text}T00:00:00Z`)
        assert.deepStrictEqual((yield* read(root, "splits/**/*.parquet", ["ticker"])).map(plain), [
          { ...split, execution_date: date("2020-08-31") },
        ])
        assert.deepStrictEqual((yield* read(root, "dividends/**/*.parquet", ["ticker"])).map(plain), [
          { ...dividend, ex_dividend_date: date("2024-02-09") },
        ])
      }),
    )
  })
}
