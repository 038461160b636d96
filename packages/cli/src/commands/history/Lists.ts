/**
 * Commands that keep rows of a service: one per method with rows; of trades and quotes, those of days.
 *
 * @module
 */
import * as Catalog from "@candela/catalog/Catalog"
import * as CommandLine from "@candela/catalog/CommandLine"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Request from "@candela/core/Request"
import { Store } from "@candela/history/Store"
import * as Universe from "@candela/history/Universe"
import * as Effect from "effect/Effect"
import * as Command from "../../command/Command.js"
import * as Option from "../../command/Option.js"
import { UsageError } from "../../command/UsageError.js"
import * as Connect from "../../connect/Connect.js"
import * as Present from "../../connect/Present.js"
import * as Report from "../../output/Report.js"
import * as Progress from "../../progress/Progress.js"
import * as Values from "../endpoints/Values.js"
import * as Commands from "../endpoints/Commands.js"
import * as DateText from "../../dates/DateText.js"
import * as Folder from "./Folder.js"
import * as Options from "./Options.js"
import * as MarketHistories from "./MarketHistories.js"
import * as Sync from "./sync.js"
import * as Text from "./Text.js"
import * as Universes from "./Universes.js"

const inGroup = Option.inGroup("Store")

/** Options of each command, besides the parameters of its endpoint. */
export const options = {
  store: inGroup(Options.store.store),
  as: inGroup(
    Option.optional(
      Option.text({
        value: "NAME",
        text: "Keep the rows under this name, for requests that differ. Default: the ticker, or what else the request selects.",
        example: "mega-caps",
      }),
    ),
  ),
  day: inGroup(
    Option.optional(
      DateText.day({
        value: "DATE",
        text: "The day that the request is about, for rows of a day such as the summary of a market. Default: today, for what the service shows only for the present.",
        example: "2025-06-27",
      }),
    ),
  ),
  replace: inGroup(Option.flag("Request the rows again although those of that day are stored.")),
  format: inGroup(Report.options.format),
  out: inGroup(Report.options.out),
}

/** Endpoints whose rows a sync stores. */
const synced: ReadonlySet<Endpoint.Any> = new Set(Object.values(Universes.endpoints))

/** Whether rows of an endpoint are kept by day. */
const isKept = ({ declaration }: Catalog.Entry): boolean => declaration.kind !== "single" && !synced.has(declaration)

const written = (value: unknown): string => (Array.isArray(value) ? value.map(String).join(",") : String(value))

/**
 * Name of the rows of a request, so that requests that select other rows are kept apart: its ticker, or the values that
 * select rows. `undefined` for the whole list. The day of the request, and the order of its rows, are no part of it.
 */
export const nameOf = (
  endpoint: Endpoint.Any,
  request: Readonly<Record<string, unknown>>,
  day: string | undefined,
): string | undefined => {
  const selects = Object.entries(request).filter(([name, value]) => {
    const { _tag } = endpoint.wireParams[name]!.kind
    return _tag !== "Sort" && _tag !== "Order" && _tag !== "Limit" && value !== day
  })
  const [first] = selects
  if (first === undefined) return undefined
  const isTicker = selects.length === 1 && first[0] === Request.nameOf(endpoint, "Ticker")
  return isTicker ? written(first[1]) : selects.map(([name, value]) => `${name}=${written(value)}`).join("&")
}

const lines = (
  endpoint: Endpoint.AnyRows,
  folder: string,
  { day, doubtful, fetched, file, rows }: Store.Kept,
): ReadonlyArray<string> => {
  const what = `${Text.count(rows, "row")} of ${endpoint.name} of ${day}`
  if (doubtful) {
    return [
      `The service gave no rows of ${endpoint.name} for ${day}, although some are expected. The same command asks again; rows that are kept stay.`,
    ]
  }
  const where = file === undefined ? "" : ` in ${folder}/${file}`
  return [fetched ? `${what} kept${where}` : `${what} are kept already${where}; --replace asks again`]
}

const ofEntry = (entry: Catalog.Entry): Command.Command => {
  const endpoint = entry.declaration as Endpoint.AnyRows
  const parameters = Commands.parametersOf(entry)
  const name = CommandLine.kebab(entry.method)
  return {
    _tag: "Command",
    name,
    summary: summaryOf(entry),
    text: `SQL reads them as "${entry.name}". The options are those of candela ${CommandLine.kebab(entry.service)} ${name}.`,
    arguments: parameters.arguments,
    options: { ...parameters.options, ...options },
    examples: [`history keep ${Commands.line(entry, entry.example)} --store data --sandbox`],
    run: (values) => {
      const { as: given, format, out, replace, store: folder, ...written } = values as Option.Values<typeof options>
      return Effect.gen(function* () {
        const request = yield* Values.requestOf(entry, values)
        yield* Request.parse(endpoint, request)
        const day = yield* MarketHistories.dayOf(written.day)
        const store = yield* Store
        const kept = yield* Effect.scoped(
          Effect.zipRight(
            Progress.make,
            store.keep(endpoint, request as never, { name: given ?? nameOf(endpoint, request, day), day, replace }),
          ),
        ).pipe(Effect.provide(Connect.layer))
        yield* Report.write({ format, out }, lines(endpoint, folder, kept), { endpoint: entry.name, ...kept })
      }).pipe(Folder.over(folder), Present.live)
    },
  }
}

/** Options of keeping trades or quotes, besides the tickers. */
const tickOptions = {
  from: Options.range.from,
  to: Options.range.to,
  store: options.store,
  ...Sync.requestOptions,
  ...Report.options,
}

/** Command that keeps trades or quotes, a file for each ticker and day. */
const ofTicks = (entry: Catalog.Entry, endpoint: Universe.TicksEndpoint<Universe.TickRow>): Command.Command => {
  const [ticker = "ticker"] = CommandLine.argumentsOf(endpoint)
  const method = CommandLine.kebab(entry.method)
  const example = `${CommandLine.kebab(entry.service)} ${method} ${String(entry.example[ticker])}`
  return {
    _tag: "Command",
    name: method,
    summary: summaryOf(entry),
    text: `Whole days are kept, with exact nanoseconds: one file for each ticker and day, or several. A day is fetched in constant memory; an interrupted one is gone on with. history read --endpoint ${entry.name} reads them, SQL as "${entry.name}".`,
    arguments: { [ticker]: Commands.parametersOf(entry, ticker).arguments[ticker]! },
    options: tickOptions,
    examples: [`history keep ${example} --from 2025-06-26 --to 2025-06-27 --store data --sandbox`],
    run: (values) => {
      const written = values as Option.Values<typeof tickOptions> & Readonly<Record<string, unknown>>
      return Effect.gen(function* () {
        const tickers = (written[ticker] as ReadonlyArray<string> | undefined) ?? []
        if (tickers.length === 0) {
          return yield* new UsageError({
            message: `Say which tickers: candela history keep ${example} --from 2025-06-27`,
          })
        }
        const part = yield* MarketHistories.of(Universe.ticks(endpoint, { tickers }), written)
        return yield* Sync.run([part], written, entry.method === "quotes" ? "quote" : "trade")
      }).pipe(Folder.over(written.store), Present.live)
    },
  }
}

const summaryOf = ({ method }: Catalog.Entry) => `Keep the rows of ${CommandLine.kebab(method)} by day`

/** Commands of the service with this name, in the order of its methods. */
export const ofService = (service: string): ReadonlyArray<Command.Lazy> =>
  Catalog.endpoints
    .filter((entry) => entry.service === service && isKept(entry))
    .map((entry) =>
      Command.lazy(CommandLine.kebab(entry.method), {
        summary: summaryOf(entry),
        load: Effect.sync(() =>
          Universe.isTicks(entry.declaration) ? ofTicks(entry, entry.declaration) : ofEntry(entry),
        ),
      }),
    )
