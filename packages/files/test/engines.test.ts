import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Csv from "@candela/files/Csv"
import * as FileSchema from "@candela/files/FileSchema"
import * as NdJson from "@candela/files/NdJson"
import { Forex } from "@candela/forex/Forex"
import { Stocks } from "@candela/stocks/Stocks"
import * as Arbitraries from "@candela/testing/Arbitraries"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, layer } from "@effect/vitest"
import { Chunk, Effect, FastCheck, Stream } from "effect"
import pl from "nodejs-polars"
import { duckDb, duckDbType, query, typesOf } from "./support/engines.js"
import { folder } from "./support/temporary.js"

const sample = <E extends Endpoint.AnyRows>(endpoint: E) =>
  FastCheck.sample(Arbitraries.row(endpoint) as FastCheck.Arbitrary<object>, { numRuns: 300, seed: 7 })

const [bars, quotes, news] = [Stocks.endpoints.bars, Forex.endpoints.quotes, Stocks.endpoints.news]

/** A file in an empty folder, with the rows that are in it. */
const written = (endpoint: Endpoint.AnyRows, format: typeof Csv | typeof NdJson, extension: string) =>
  Effect.gen(function* () {
    const directory = yield* folder
    const rows = sample(endpoint)
    const path = `${directory}/written.${extension}`
    yield* Stream.run(Stream.fromIterable(rows), format.file(path, endpoint))
    return {
      rows,
      path,
      copy: `${directory}/copy.${extension}`,
      names: FileSchema.of(endpoint).map(({ name }) => name),
    }
  })

const all = <A, E, R>(stream: Stream.Stream<A, E, R>) => Effect.map(Stream.runCollect(stream), Chunk.toReadonlyArray)

/** A row with a value for each column: `null` where it lacks one. */
const cells = (row: object, names: ReadonlyArray<string>) =>
  Object.fromEntries(names.map((name) => [name, (row as Record<string, unknown>)[name] ?? null]))

/** Engines read a column of whole numbers as integers: those are numbers of the row, but for nanoseconds. */
const plain = (value: unknown) =>
  typeof value === "bigint" && BigInt(Number(value)) === value && value < 2n ** 53n ? Number(value) : value

layer(NodeFileSystem.layer)("DuckDB", (it) => {
  for (const endpoint of [bars, quotes]) {
    for (const [format, extension] of [
      [Csv, "csv"],
      [NdJson, "ndjson"],
    ] as const) {
      it.scoped(`reads .${extension} of ${endpoint.name} without being told a type, value by value`, () =>
        Effect.gen(function* () {
          const { names, path, rows } = yield* written(endpoint, format, extension)
          const connection = yield* duckDb
          const types = yield* typesOf(connection, `from '${path}'`)
          assert.strictEqual(types["timestamp"] ?? types["participant_timestamp"], "BIGINT")
          const found = yield* query(connection, `from '${path}'`)
          assert.deepStrictEqual(
            found.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)]))),
            rows.map((row) => cells(row, names)),
          )
        }),
      )
    }
  }

  it.scoped("reads CSV of nested rows, whose objects and lists are JSON", () =>
    Effect.gen(function* () {
      const { names, path, rows } = yield* written(news, Csv, "csv")
      const connection = yield* duckDb
      const found = yield* query(connection, `from read_csv('${path}', all_varchar = true, allow_quoted_nulls = false)`)
      const expected = rows.map((row) => cells(row, names))
      const parsed = found.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([name, value]) => [
            name,
            ["publisher", "tickers", "keywords", "insights"].includes(name) && value !== null
              ? JSON.parse(value as string)
              : value,
          ]),
        ),
      )
      assert.deepStrictEqual(parsed, expected)
    }),
  )

  for (const endpoint of [bars, quotes, news]) {
    it.scoped(`writes CSV of ${endpoint.name} that we read as the rows were`, () =>
      Effect.gen(function* () {
        const { copy, path, rows } = yield* written(endpoint, Csv, "csv")
        const options = endpoint === news ? ", all_varchar = true" : ""
        const connection = yield* duckDb
        yield* query(connection, `copy (from read_csv('${path}', allow_quoted_nulls = false${options})) to '${copy}'`)
        assert.deepStrictEqual(yield* all(Csv.read(copy, endpoint as Endpoint.AnyRows)), rows)
      }),
    )

    it.scoped(`writes NDJSON of ${endpoint.name} that we read as the rows were`, () =>
      Effect.gen(function* () {
        const { copy, path, rows } = yield* written(endpoint, NdJson, "ndjson")
        const columns = FileSchema.of(endpoint).map(({ name, type }) => `"${name}": '${duckDbType(type)}'`)
        const connection = yield* duckDb
        yield* query(
          connection,
          `copy (from read_ndjson('${path}', columns = {${columns.join()}})) to '${copy}' (format json)`,
        )
        assert.deepStrictEqual(yield* all(NdJson.read(copy, endpoint as Endpoint.AnyRows)), rows)
      }),
    )
  }

  it.scoped("writes instants as date-times that we read exactly", () =>
    Effect.gen(function* () {
      const { copy, path, rows } = yield* written(quotes, Csv, "csv")
      const connection = yield* duckDb
      yield* query(connection, "set timezone = 'America/New_York'")
      const nanos = "make_timestamp_ns(participant_timestamp)"
      yield* query(
        connection,
        `copy (select * replace (${nanos} as participant_timestamp) from '${path}') to '${copy}'`,
      )
      assert.deepStrictEqual(yield* all(Csv.read(copy, quotes)), rows as never)

      const minutes = yield* written(bars, Csv, "csv")
      const zoned = "make_timestamp(timestamp * 1000) at time zone 'UTC'"
      yield* query(
        connection,
        `copy (select * replace (${zoned} as timestamp) from '${minutes.path}') to '${minutes.copy}'`,
      )
      assert.deepStrictEqual(yield* all(Csv.read(minutes.copy, bars)), minutes.rows as never)
    }),
  )
})

/** The values of a data frame by column: 64-bit integers as `bigint`, which Polars rounds otherwise. */
const frameColumns = (frame: pl.DataFrame) =>
  Object.fromEntries(
    frame.columns.map((name, index): [string, Array<unknown>] => {
      if (String(frame.dtypes[index]) !== "DataType(Int64)") return [name, frame.getColumn(name).toArray()]
      const digits = frame.select(pl.col(name).cast(pl.Utf8)).getColumn(name).toArray() as Array<string | null>
      return [name, digits.map((text) => (text === null ? null : BigInt(text)))]
    }),
  )

layer(NodeFileSystem.layer)("Polars", (it) => {
  /** Reads all the rows before it decides on a type. */
  const readings = {
    csv: (path: string, allText: boolean) => pl.readCSV(path, { inferSchemaLength: allText ? 0 : 1_000 }),
    ndjson: (path: string) => pl.scanJson(path, { inferSchemaLength: 1_000 }).collectSync(),
  }

  for (const endpoint of [bars, quotes]) {
    for (const [format, extension] of [
      [Csv, "csv"],
      [NdJson, "ndjson"],
    ] as const) {
      it.scoped(`reads .${extension} of ${endpoint.name} without being told a type, value by value`, () =>
        Effect.gen(function* () {
          const { names, path, rows } = yield* written(endpoint, format, extension)
          const found = frameColumns(readings[extension](path, false))
          for (const name of names) {
            assert.deepStrictEqual(
              found[name]!.map(plain),
              rows.map((row) => cells(row, names)[name]),
              name,
            )
          }
        }),
      )
    }
  }

  for (const endpoint of [bars, quotes, news]) {
    it.scoped(`writes CSV of ${endpoint.name} that we read as the rows were`, () =>
      Effect.gen(function* () {
        const { copy, path, rows } = yield* written(endpoint, Csv, "csv")
        readings.csv(path, endpoint === news).writeCSV(copy)
        assert.deepStrictEqual(yield* all(Csv.read(copy, endpoint as Endpoint.AnyRows)), rows)
      }),
    )

    it.scoped(`writes NDJSON of ${endpoint.name} that we read as the rows were`, () =>
      Effect.gen(function* () {
        const { copy, path, rows } = yield* written(endpoint, NdJson, "ndjson")
        readings.ndjson(path).writeJSON(copy, { format: "lines" })
        assert.deepStrictEqual(yield* all(NdJson.read(copy, endpoint as Endpoint.AnyRows)), rows)
      }),
    )
  }
})
