/**
 * Several tickers of one command: `candela stocks bars AAPL MSFT`. Their rows have a column `ticker`.
 *
 * @module
 */
import type * as Catalog from "@candela/catalog/Catalog"
import * as CommandLine from "@candela/catalog/CommandLine"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Market from "@candela/market/Market"
import type { FileSystem } from "@effect/platform/FileSystem"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "../../command/Option.js"
import { UsageError } from "../../command/UsageError.js"
import * as Zone from "../../output/table/Zone.js"
import type { Terminal } from "../../terminal/Terminal.js"
import * as Tickers from "../Tickers.js"

type Request = Readonly<Record<string, unknown>>

/** Values of the options here. */
export interface SeveralValues {
  readonly tickers?: string | undefined
  readonly order?: unknown
  readonly by?: "day" | "ticker" | undefined
}

/** Argument that takes several tickers; `undefined` if an endpoint has no single ticker, or no pages of rows. */
export const argumentOf = (endpoint: Endpoint.Any): string | undefined => {
  const names = CommandLine.argumentsOf(endpoint)
  return (endpoint.kind === "paged" || endpoint.kind === "history") && names.length === 1 ? names[0] : undefined
}

/** Lets an argument take several tickers. */
export const repeated = (option: Option.Option<unknown>): Option.Option<ReadonlyArray<string> | undefined> => ({
  ...option,
  text: `${option.text} Several have blanks between them; their rows have a column ticker.`,
  required: false,
  repeatable: true,
  read: (texts) => {
    if (texts.length === 0) return Either.right(undefined)
    const list = texts.find((text) => text.includes(","))
    if (list !== undefined) {
      return Either.left(`a ticker, or several with blanks between them: ${list.split(/,\s*/).join(" ")}`)
    }
    return Either.map(Either.all(texts.map((text) => option.read([text]))), () => [...new Set(texts)])
  },
})

const orders = ["ticker", "time"] as const

/** Whether an endpoint has daily bars by day of the market too. */
export const isByDay = (endpoint: Endpoint.Any): boolean =>
  Zone.marketOf(endpoint) === Market.stocks && endpoint.wireParams["multiplier"] !== undefined

/** Options for several tickers. An endpoint with an `order` of its own has its rows by ticker only. */
export const optionsOf = (endpoint: Endpoint.Any) => ({
  tickers: Option.optional(
    Option.text({
      value: "FILE",
      text: "A file of tickers, one a line, or - for standard input. What follows # is a comment.",
      example: "tickers.txt",
      completes: "file",
    }),
  ),
  ...(endpoint.wireParams["order"] === undefined &&
    endpoint.kind === "history" && {
      order: Option.optional(
        Option.word(orders, {
          value: "WORD",
          text: "The order of several tickers: all rows of the first one and then those of the next one, or all merged by time. Default: ticker.",
        }),
      ),
    }),
  ...(isByDay(endpoint) && {
    by: Option.optional(
      Option.word(["day", "ticker"], {
        value: "WORD",
        text: "Whether daily bars come by a request for each trading day or for each ticker, merged by time. Default with --order time: what takes fewer requests.",
      }),
    ),
  }),
})

/** Tickers of a command line, and whether its rows have a column of them. */
export interface Chosen {
  readonly tickers: ReadonlyArray<string>
  readonly isSeveral: boolean
}

/** Tickers of the argument and of `--tickers`. */
export const tickersOf = (
  { declaration }: Catalog.Entry,
  name: string,
  values: SeveralValues & Request,
): Effect.Effect<Chosen, UsageError, FileSystem | Terminal> =>
  Effect.gen(function* () {
    const written = (values[name] as ReadonlyArray<string> | undefined) ?? []
    const inFile = values.tickers === undefined ? [] : yield* Tickers.read("tickers", values.tickers)
    const tickers = [...new Set([...written, ...inFile])]
    if (tickers.length > 0) return { tickers, isSeveral: tickers.length > 1 || values.tickers !== undefined }
    const [service = "", method = ""] = declaration.name.split(".")
    return yield* new UsageError({
      message: `${service} ${CommandLine.kebab(method)} needs TICKER: one or several with blanks between them, or --tickers FILE.`,
      help: `candela ${service} ${CommandLine.kebab(method)}`,
    })
  })

const isDate = (value: unknown) => typeof value === "string" && value.length === 10

/** Whether requests are for days that can come by day of the market. */
const isDaily = ({ from, multiplier, sort = "asc", timespan, to }: Request) =>
  timespan === "day" && multiplier === 1 && sort === "asc" && isDate(from) && isDate(to)

/** Rejects options that do not fit each other. Returns the order, and whether daily bars may come by day. */
export const orderOf = (
  endpoint: Endpoint.Any,
  { by, order }: SeveralValues,
  request: Request,
): Effect.Effect<{ readonly order: "ticker" | "time"; readonly isByDay: boolean }, UsageError> => {
  const isWord = endpoint.wireParams["order"] === undefined
  const daily = isByDay(endpoint) && isDaily(request)
  if (by === undefined) {
    const isByTime = isWord && order === "time"
    return Effect.succeed({ order: isByTime ? "time" : "ticker", isByDay: isByTime && daily })
  }
  if (order === "ticker") return new UsageError({ message: "--by gives rows in the order of time: leave --order out." })
  return daily
    ? Effect.succeed({ order: "time", isByDay: true })
    : new UsageError({
        message: "--by is about daily bars: --timespan 1d, with days in --from and --to, and no --sort desc.",
      })
}
