/**
 * Universes to plan: tickers from the command line, from a file, or from the service's list.
 *
 * @module
 */
import * as Kind from "@candela/core/internal/Kind"
import * as Listed from "@candela/backfill/Universes"
import * as Universe from "@candela/history/Universe"
import * as Reference from "@candela/reference/Reference"
import { dateOf } from "@candela/market/TimeZone"
import * as Market from "@candela/market/Market"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "../../command/Option.js"
import { UsageError } from "../../command/UsageError.js"
import * as Connect from "../../connect/Connect.js"
import * as Present from "../../connect/Present.js"
import * as BarSize from "../../dates/BarSize.js"
import * as HistoryOptions from "../history/Options.js"
import * as MarketHistories from "../history/MarketHistories.js"
import * as Universes from "../history/Universes.js"

/** Codes of ticker types, as declared by the endpoint. */
const codes = (Kind.words(Reference.Reference.endpoints.tickers.wireParams["type"]!.kind) ?? []).filter(
  (code) => code !== "",
) as ReadonlyArray<Listed.Type>

const day = HistoryOptions.asOf["as-of"]

/** Options that select tickers and their bars. */
export const options = {
  ...HistoryOptions.bars,
  universe: Option.optional(
    Option.word(["stocks", "forex", "crypto"], {
      value: "MARKET",
      text: "All tickers of a market, by the list of the service. It needs a connection.",
      example: "stocks",
    }),
  ),
  "as-of": {
    ...day,
    text: "With --universe: the tickers that were active on this day, also those that were delisted since. Default: the last day of the range.",
    example: "2024-01-02",
  },
  delisted: Option.flag("With --universe: tickers too that were delisted within the range."),
  type: Option.optional(
    Option.list({
      value: "TYPES",
      text: "With --universe: only tickers of these types, such as CS (common stock), ETF, ADRC.",
      words: codes,
      example: "CS,ETF",
    }),
  ),
}

type Values = Option.Values<typeof options & typeof HistoryOptions.range>

/** An instant is on different days in different zones, but jobs are by days of the market. */
const dayOf = (bound: string | number): Effect.Effect<string, UsageError> =>
  typeof bound === "string"
    ? Effect.succeed(bound)
    : new UsageError({ message: "A backfill is planned by days: --from 2025-01-02 --to 2025-06-13." })

/** Universe with its range in days. */
const daysOf = ({ range, universe }: MarketHistories.MarketHistories) =>
  Effect.gen(function* () {
    return { universe, range: { from: yield* dayOf(range.from), to: yield* dayOf(range.to) } }
  })

const refuse = (message: string) => new UsageError({ message })

/** Tickers of a market in the service's list. */
const listed = (market: "stocks" | "forex" | "crypto", values: Values) =>
  Effect.gen(function* () {
    const { delisted, type } = values
    const size = yield* BarSize.of(values.timespan, values.multiplier)
    const empty = Universe.bars(Universes.endpoints[market], { tickers: [], ...size })
    const { range } = yield* daysOf(yield* MarketHistories.of(empty, values))
    const unknown = type?.find((one) => !codes.includes(one as Listed.Type))
    if (unknown !== undefined) return yield* refuse(`--type ${unknown} is none of ${codes.join(", ")}.`)
    const today = dateOf(Market[market].zone, yield* Clock.currentTimeMillis)
    const asOf = (yield* MarketHistories.dayOf(values["as-of"])) ?? (range.to < today ? range.to : today)
    const universe = yield* Listed.listed(empty.endpoint, {
      ...{ ...size, asOf },
      types: type as ReadonlyArray<Listed.Type> | undefined,
      delistedSince: delisted ? range.from : undefined,
    }).pipe(Effect.provide(Connect.layer))
    return [{ universe, range }]
  })

/** Universes of the options, one per market, with their days. */
export const all = (values: Values) =>
  Effect.gen(function* () {
    const { delisted, tickers, type, universe, "as-of": asOf, "tickers-file": file } = values
    if (universe === undefined) {
      if (asOf !== undefined || delisted || type !== undefined) {
        return yield* refuse(
          "--as-of, --delisted and --type are about the list of the service: say which market with --universe stocks.",
        )
      }
      if (tickers === undefined && file === undefined) {
        return yield* refuse("Say which tickers: --tickers AAPL,MSFT, --tickers-file FILE or --universe stocks.")
      }
      return yield* Effect.flatMap(MarketHistories.all(values), Effect.forEach(daysOf))
    }
    if (tickers !== undefined || file !== undefined) {
      return yield* refuse("--universe names all tickers of a market: leave --tickers and --tickers-file out.")
    }
    return yield* listed(universe, values)
  }).pipe(Present.live)
