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
import { UsageError } from "../../command/UsageError.js"
import * as Output from "../../output/Output.js"
import * as Folder from "./Folder.js"
import * as Location from "./Location.js"
import * as Options from "./Options.js"

/** Views of every store. */
const views = ["bars", "bars_adjusted", "bars_adjusted_dividends", "splits", "dividends"]

/** Option `name=value`: a value that is a number in JSON is a number. */
const params: Option.Option<Readonly<Record<string, string | number>>> = {
  text: "A value for $name in the query, written as name=value. A value of digits is a number; in quotes it is a text.",
  value: "NAME=VALUE",
  example: "ticker=AAPL",
  required: false,
  repeatable: true,
  read: (texts) =>
    Either.map(
      Either.all(
        texts.map((text) => {
          const [, name, value = ""] = /^\$?([A-Za-z_]\w*)=(.*)$/s.exec(text) ?? []
          const isNumber = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(value)
          const [, quoted] = /^"(.*)"$/s.exec(value) ?? []
          return name === undefined
            ? Either.left(`name=value such as ticker=AAPL`)
            : Either.right([name, isNumber ? Number(value) : (quoted ?? value)] as const)
        }),
      ),
      Object.fromEntries,
    ),
}

/** Unit of a type's values. */
const unitOf = (type: string): string | undefined =>
  type === "TIMESTAMP_NS" ? "epoch nanoseconds" : type.startsWith("TIMESTAMP") ? "epoch milliseconds" : undefined

/** Error of a rejected query, with the existing views. */
const explained =
  (folder: string) =>
  (error: SqlError): Effect.Effect<never, SqlError | UsageError, FileSystem> => {
    const [, name] = /Table with name (\S+) does not exist/.exec(error.detail) ?? []
    if (name !== undefined) {
      return Effect.flatMap(Folder.lists(folder), (lists) => {
        const names = [...views, ...lists.map((list) => `"${list}"`)]
        return new UsageError({ message: `The store has no view ${name}. Its views are ${names.join(", ")}.` })
      })
    }
    return error.reason === "library" ? error : new UsageError({ message: error.detail.trim() })
  }

/** The command. */
export const command: Command.Command = Command.make("sql", {
  summary: "Query the store by SQL",
  text:
    "The views are bars (as they were traded, with market, timespan such as 1minute, and ticker), bars_adjusted (for splits), bars_adjusted_dividends, splits and dividends; " +
    "lists that were stored by day have the names of their endpoints. DuckDB reads the files of the store and nothing else. Instants are UTC: timezone('America/New_York', timestamp) makes local ones.",
  arguments: {
    query: Option.text({
      value: "QUERY",
      text: "The query.",
      example: '"select ticker, max(high) from bars group by ticker"',
    }),
  },
  options: { ...Options.folder, param: params, ...Options.asOf, ...Output.options },
  examples: [
    'history sql --store data "select ticker, count(*), max(high) from bars group by ticker"',
    "history sql --store data 'select timestamp, close from bars_adjusted where ticker = $ticker order by 1' --param ticker=AAPL --format csv",
  ],
  run: ({ "as-of": asOf, param, query, store: folder, ...output }) =>
    Effect.gen(function* () {
      if ((yield* Location.parse(folder))._tag === "Objects") {
        return yield* new UsageError({
          message: `SQL reads the files of a folder, and no object store. Copy the store first (aws s3 sync ${folder} data, or rclone copy) and query the copy: candela history sql --store data ... Bars come without a copy, too: candela history read --store ${folder} ...`,
        })
      }
      yield* Folder.requireStore(folder)
      const { columns, rows } = yield* Effect.flatMap(Sql.open(folder, { asOf: asOf as string | undefined }), (sql) =>
        sql.result(query, param),
      ).pipe(Effect.catchTag("SqlError", explained(folder)))
      yield* Output.records(
        columns.map(({ name, type }) => ({ name, unit: unitOf(type) })),
        output,
        Stream.catchTag(rows, "SqlError", explained(folder)),
      )
    }),
})
