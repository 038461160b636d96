/**
 * `candela history sql`: a query over a store.
 *
 * @module
 */
import * as Sql from "@candela/history/Sql"
import type { SqlError } from "@candela/history/SqlError"
import type { FileSystem } from "@effect/platform/FileSystem"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Stream from "effect/Stream"
import * as Command from "../../command/Command.js"
import * as Option from "../../command/Option.js"
import * as TextInput from "../../command/TextInput.js"
import { UsageError } from "../../command/UsageError.js"
import * as Present from "../../connect/Present.js"
import * as Output from "../../output/Output.js"
import * as Folder from "./Folder.js"
import * as Location from "./Location.js"
import * as Options from "./Options.js"
import * as MarketHistories from "./MarketHistories.js"

/** Views of every store. */
const views = ["bars", "bars_adjusted", "bars_adjusted_dividends", "splits", "dividends", "sessions"]

/** Reads `name=value` texts, each name once: the value is what `of` makes of the text. */
const pairs =
  <A>(form: string, of: (text: string) => A | undefined) =>
  (texts: ReadonlyArray<string>): Either.Either<Readonly<Record<string, A>>, string> =>
    Either.gen(function* () {
      const found = new Map<string, A>()
      for (const text of texts) {
        const [, name, value = ""] = /^\$?([A-Za-z_]\w*)=(.*)$/s.exec(text) ?? []
        const read = of(value)
        if (name === undefined || read === undefined) return yield* Either.left(form)
        // protects: Of two values for one name, none is dropped in silence.
        // mutant: "are asked for by a query from a file": never
        if (found.has(name)) return yield* Either.left(`given once for each name, and ${name} is given twice`)
        found.set(name, read)
      }
      return Object.fromEntries(found)
    })

/** Option `name=path`: a file that the query reads under a name. */
const files = Option.repeated(
  {
    value: "NAME=PATH",
    text: "A Parquet, CSV or JSON file (.parquet, .csv, .tsv, .json, .ndjson, .jsonl, also with .gz or .zst) that the query reads as the view NAME. DuckDB opens this file alone.",
    example: "watchlist=watchlist.csv",
    completes: "file",
  },
  pairs("name=path such as watchlist=watchlist.csv", (path) => path || undefined),
)

/** Query of the command line: the argument, a file, or standard input. */
const queryOf = (query: string | undefined, file: string | undefined) =>
  Effect.gen(function* () {
    if ((query === undefined) === (file === undefined)) {
      return yield* new UsageError({
        message: 'Write one query: "select ...", - to read it from standard input, or --query-file FILE.',
      })
    }
    if (file !== undefined) return yield* TextInput.ofFile("--query-file", file)
    return query === "-" ? yield* TextInput.ofStandardInput("QUERY -", "lines of SQL") : query!
  })

/** Value of a parameter: a number if it is one in JSON; in quotes it is a text. */
const paramOf = (value: string): string | number => {
  const [, quoted] = /^"(.*)"$/s.exec(value) ?? []
  return /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(value) ? Number(value) : (quoted ?? value)
}

const params = Option.repeated(
  {
    text: "A value for $name in the query, written as name=value. A value of digits is a number; in quotes it is a text.",
    value: "NAME=VALUE",
    example: "ticker=AAPL",
  },
  pairs("name=value such as ticker=AAPL", paramOf),
)

/** Unit of a type's values. */
const unitOf = (type: string): string | undefined =>
  type === "TIMESTAMP_NS" ? "epoch nanoseconds" : type.startsWith("TIMESTAMP") ? "epoch milliseconds" : undefined

/** Error of a rejected query, with the existing views. */
const explained =
  (folder: string, named: ReadonlyArray<string>) =>
  (error: SqlError): Effect.Effect<never, SqlError | UsageError, FileSystem> => {
    const [, name] = /Table with name (\S+) does not exist/.exec(error.detail) ?? []
    if (name !== undefined) {
      return Effect.flatMap(Folder.lists(folder), (lists) => {
        if (lists.includes(name)) {
          return new UsageError({
            message: `The store has no rows of "${name}": none were kept yet, or history verify took damaged files out.`,
          })
        }
        const names = [...views, ...lists.map((list) => `"${list}"`), ...named]
        return new UsageError({ message: `The store has no view ${name}. Its views are ${names.join(", ")}.` })
      })
    }
    return error.reason === "library" ? error : new UsageError({ message: error.detail.trim() })
  }

/** The command. */
export const command: Command.Command = Command.make("sql", {
  summary: "Query the store by SQL",
  text:
    "The views are bars (as they were traded, with market, timespan such as 1minute, and ticker), bars_adjusted (for splits), bars_adjusted_dividends, splits and dividends, and sessions (the trading days of each market, with their opening and closing times); " +
    'lists that history keep stored have the names of their endpoints, in quotes: "stocks.ratios". ' +
    "session_part(market, timestamp) is 'preMarket', 'regular', 'afterHours' or 'closed', for any of the views. " +
    "DuckDB reads the files of the store, and those of --file, and nothing else; with --file a query needs no store. Instants are UTC: timezone('America/New_York', timestamp) makes local ones.",
  arguments: {
    query: Option.optional(
      Option.text({
        value: "QUERY",
        text: "The query; - reads it from standard input.",
        example: '"select ticker, max(high) from bars group by ticker"',
      }),
    ),
  },
  options: {
    ...Options.folder,
    "query-file": Option.optional(
      Option.text({ value: "FILE", text: "Read the query from this file.", example: "highs.sql", completes: "file" }),
    ),
    file: files,
    param: params,
    ...Options.asOf,
    ...Output.options,
  },
  examples: [
    'history sql --store data "select ticker, count(*), max(high) from bars group by ticker"',
    "history sql --store data 'select timestamp, close from bars_adjusted where ticker = $ticker order by 1' --param ticker=AAPL --format csv",
    "history sql --store data \"from bars_adjusted where session_part(market, timestamp) = 'regular'\"",
    "history sql --store data --query-file highs.sql --file watchlist=watchlist.csv --out highs.parquet",
  ],
  run: ({ "as-of": asOf, file: named, param, query: written, "query-file": queryFile, store: folder, ...output }) =>
    Effect.gen(function* () {
      const query = yield* queryOf(written, queryFile)
      if ((yield* Location.parse(folder))._tag === "Objects") {
        return yield* new UsageError({
          message: `SQL reads the files of a folder, and no object store. Copy the store first (aws s3 sync ${folder} data, or rclone copy) and query the copy: candela history sql --store data ... Bars come without a copy, too: candela history read --store ${folder} ...`,
        })
      }
      // A query over files alone needs no store.
      if (Object.keys(named).length === 0 || folder !== Options.defaultFolder) yield* Folder.requireStore(folder)
      const told = explained(folder, Object.keys(named))
      const day = yield* Present.live(MarketHistories.dayOf(asOf))
      const { columns, rows } = yield* Effect.flatMap(Sql.open(folder, { asOf: day, files: named }), (sql) =>
        sql.result(query, param),
      ).pipe(Effect.catchTag("SqlError", told))
      yield* Output.records(
        columns.map(({ name, type }) => ({ name, unit: unitOf(type) })),
        output,
        Stream.catchTag(rows, "SqlError", told),
      )
    }),
})
