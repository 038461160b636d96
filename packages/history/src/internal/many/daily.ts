/** Daily bars of many stocks, requested by day or by ticker. */
import * as Absence from "@candela/core/internal/Absence"
import * as Adjusted from "@candela/core/internal/Adjusted"
import { expected } from "@candela/core/internal/Kind"
import * as Method from "@candela/core/Method"
import * as Param from "@candela/core/declare/Param"
import * as Request from "@candela/core/Request"
import type { Bar } from "@candela/market/Bar"
import * as Calendar from "@candela/market/Calendar"
import * as Market from "@candela/market/Market"
import { dateOf } from "@candela/market/TimeZone"
import type * as Chunk from "effect/Chunk"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { DayFailed, type TickerFailed } from "../../ManyError.js"
import type { DailyMethods, DailyOptions, DailyPreview, DailyRequest, Row } from "./types.js"
import * as Forms from "./forms.js"
import * as Requests from "./requests.js"
import * as Previews from "./preview.js"
import { run } from "./run.js"

/** Requests by day and by ticker, and the choice between them. */
interface Ways {
  /** Time of planning. */
  readonly now: number
  readonly by: "day" | "ticker"
  readonly sessions: ReadonlyArray<Calendar.Session>
  /** Tickers, in their order; `undefined` for the whole market. */
  readonly tickers: ReadonlyArray<string> | undefined
  /** Requests by ticker; `undefined` where they are impossible. */
  readonly byTicker: Requests.ManyRequests | undefined
}

const dateOfInput = (stocks: DailyMethods, name: "from" | "to", input: Param.DateInput) =>
  Either.orElse(Schema.decodeUnknownEither(Param.Date.input)(input), () =>
    Request.refuse(Method.endpointOf(stocks.bars)!, name, input, expected(Param.Date.kind, "input")),
  )

/** Prepares the requests by ticker; `undefined` where they do not fit in memory and requests by day are allowed. */
const byTickerOf = (
  stocks: DailyMethods,
  tickers: ReadonlyArray<string>,
  range: { readonly from: string; readonly to: string; readonly adjusted: boolean },
  options: DailyOptions,
) => {
  const requests = tickers.map((stocksTicker) => ({ stocksTicker, multiplier: 1, timespan: "day", ...range }))
  const byTicker = Requests.make(stocks.bars, requests, { ...options, order: "time" })
  return options.by === "ticker"
    ? byTicker
    : Effect.catchTag(byTicker, "TooManyTickers", () => Effect.succeed(undefined))
}

const waysOf = (stocks: DailyMethods, { adjusted = true, ...request }: DailyRequest, options: DailyOptions) =>
  Effect.gen(function* () {
    const from = yield* dateOfInput(stocks, "from", request.from)
    const to = yield* dateOfInput(stocks, "to", request.to)
    const now = yield* Clock.currentTimeMillis
    const today = dateOf(Market.stocks.zone, now)
    const records = Method.endpointOf(stocks.bars)?.recordsFrom ?? from
    const sessions = Calendar.sessions(from > records ? from : records, to < today ? to : today)
    const tickers = request.tickers && [...new Set(request.tickers)]
    // Prepared even without tickers, to check the options.
    const prepared = yield* byTickerOf(stocks, tickers ?? [], { from, to, adjusted }, options)
    const byTicker = tickers && prepared
    const cheaper = byTicker === undefined || sessions.length < Previews.requestsOf(byTicker) ? "day" : "ticker"
    const by = tickers === undefined ? "day" : (options.by ?? cheaper)
    return { now, by, sessions, tickers, byTicker } satisfies Ways
  })

export const preview = (stocks: DailyMethods, request: DailyRequest, options: DailyOptions) =>
  Effect.map(waysOf(stocks, request, options), ({ by, byTicker, sessions }): DailyPreview => {
    const requestsBy = {
      day: sessions.length,
      ticker: byTicker === undefined ? Infinity : Previews.requestsOf(byTicker),
    }
    return {
      by,
      requests: requestsBy[by],
      requestsBy,
      progress: ({ timestamp }) => {
        const at = sessions.findIndex(({ midnight }) => midnight > timestamp)
        return at < 0 || sessions.length === 0 ? 1 : at / sessions.length
      },
    }
  })

/** Maximum rows of a chunk: see `forms`. */
const mostRows = 1024

const emptyText = (dates: ReadonlyArray<string>) => {
  const shown =
    dates.length > 3 ? `${dates.slice(0, 3).join(", ")} and ${dates.length - 3} other days` : dates.join(", ")
  return `The service gave no bars of any stock on ${shown}, also when requested again, although the market was open.`
}

const byDay = (
  { dailyMarketSummary }: DailyMethods,
  { now, sessions, tickers }: Ways,
  { adjusted = true, include_otc }: DailyRequest,
  { concurrency = Requests.defaultConcurrency, onFailure = "fail", onInvalidRow }: DailyOptions,
): Stream.Stream<Row<Bar>, DayFailed> => {
  const places = tickers && new Map(tickers.map((ticker, place) => [ticker, place]))
  const endpoint = Method.endpointOf(dailyMarketSummary)?.name ?? "stocks.dailyMarketSummary"
  const failures: Array<DayFailed> = []
  const empty: Array<string> = []
  /** Fetches the rows of a day in the form of `stocks.bars`. */
  const dayOf = ({
    close,
    date,
    midnight,
  }: Calendar.Session): Effect.Effect<ReadonlyArray<Chunk.Chunk<Row<Bar>>>, DayFailed> => {
    const ask = dailyMarketSummary(
      { date, adjusted, include_otc: places === undefined ? include_otc : true },
      { onInvalidRow },
    )
    return Absence.judged(ask).pipe(
      // The market was open: the service answers so now and then by mistake.
      // protects: A market's day without rows on a session is asked for again by Many.daily.
      // mutant: "of a session that come without a row are asked for again": === → <
      Effect.flatMap((page) =>
        page.results.length === 0 && close <= now ? Absence.judged(ask) : Effect.succeed(page),
      ),
      Effect.tap(({ results }) => Effect.sync(() => results.length === 0 && close <= now && empty.push(date))),
      Effect.map(({ adjusted: answered = adjusted, results }) => {
        const rows = results
          .filter(({ ticker }) => places === undefined || places.has(ticker))
          .sort((one, other) =>
            places === undefined
              ? Number(one.ticker > other.ticker) - Number(one.ticker < other.ticker)
              : places.get(one.ticker)! - places.get(other.ticker)!,
          )
          .map((row) => ({ ...row, timestamp: midnight }))
        return Array.from({ length: Math.ceil(rows.length / mostRows) }, (_, index) =>
          Adjusted.toChunk(Adjusted.mark(rows.slice(index * mostRows, (index + 1) * mostRows), answered)),
        )
      }),
      Effect.catchAll((error) => {
        const failure = new DayFailed({ endpoint, date, error })
        return onFailure === "fail" ? failure : Effect.sync(() => (failures.push(failure), []))
      }),
    )
  }
  const rows = Stream.fromIterable(sessions).pipe(
    Stream.mapEffect(dayOf, { concurrency }),
    Stream.flatMap((chunks) => Stream.fromChunks(...chunks)),
  )
  const told = Effect.suspend(() =>
    onFailure === "fail" || failures.length === 0
      ? Effect.void
      : onFailure(failures.sort((one, other) => Number(one.date > other.date) - Number(one.date < other.date))),
  )
  const warned = Effect.suspend(() => (empty.length === 0 ? Effect.void : Effect.logWarning(emptyText(empty.sort()))))
  return Stream.concat(rows, Stream.drain(Stream.fromEffect(Effect.zipRight(warned, told))))
}

export const stream = (stocks: DailyMethods, request: DailyRequest, options: DailyOptions) =>
  Stream.unwrap(
    Effect.map(waysOf(stocks, request, options), (ways): Stream.Stream<Row<Bar>, DayFailed | TickerFailed> =>
      ways.by === "day" || ways.byTicker === undefined
        ? byDay(stocks, ways, request, options)
        : run(ways.byTicker, Forms.rows<Row<Bar>>(stocks.bars, ways.byTicker, options), options.onFailure ?? "fail"),
    ),
  )
