import type { Columns, Options } from "@candela/sandbox/import/Import"
import * as Either from "effect/Either"

const known = ["date", "timestamp", "open", "high", "low", "close", "volume", "vwap", "transactions"]

const refuse = (fault: string) =>
  Either.left(`FILE:TICKER or FILE:TICKER:COLUMNS, with COLUMNS such as date=Day,open=Open,volume=Shares; ${fault}`)

/** Parses an import of a command line. Columns that are not named are found by our names. */
export const parseImport = (text: string): Either.Either<Options, string> => {
  const [, file, ticker, named] = /^(.+):([^:=]+?)(?::([^:]+=[^:]+))?$/.exec(text) ?? []
  if (file === undefined || ticker === undefined) return refuse("there is no FILE and TICKER")
  const columns = new Map<string, string>()
  for (const pair of named?.split(",") ?? []) {
    const [name = "", column = ""] = pair.split("=", 2)
    if (!known.includes(name)) return refuse(`"${name}" is none of ${known.join(", ")}`)
    if (column === "") return refuse(`the column of "${name}" is missing`)
    columns.set(name, column)
  }
  if (columns.has("date") && columns.has("timestamp")) return refuse("there is both date and timestamp")
  const timespan = columns.has("timestamp") ? "minute" : "day"
  return Either.right({ file, ticker, timespan, columns: Object.fromEntries(columns) as Columns })
}
