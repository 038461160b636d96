/**
 * `candela history sync`: fetches the missing data of a store.
 *
 * @module
 */
import { Store } from "@candela/history/Store"
import type * as Universe from "@candela/history/Universe"
import * as Effect from "effect/Effect"
import * as Command from "../../command/Command.js"
import { Failed } from "../../command/Failed.js"
import * as Option from "../../command/Option.js"
import * as Connect from "../../connect/Connect.js"
import * as Present from "../../connect/Present.js"
import * as Progress from "../../progress/Progress.js"
import * as Cost from "./Cost.js"
import * as Folder from "./Folder.js"
import * as Options from "./Options.js"
import * as MarketHistories from "./MarketHistories.js"
import * as Report from "../../output/Report.js"
import * as Requests from "./Requests.js"
import * as Text from "./Text.js"

/** Summary of a sync, in its JSON form. */
export interface Summary extends Omit<Store.Summary, "failures"> {
  /** Number of requests sent, including retries. */
  readonly requests: number
  /** Failures of histories. */
  readonly failures: ReadonlyArray<{
    readonly dataset: string
    readonly ticker: string
    readonly error: string
    readonly message: string
  }>
}

const total = (requests: number, summaries: ReadonlyArray<Store.Summary>): Summary => {
  const sum = (key: "rows" | "lists" | "files" | "bytes") =>
    summaries.reduce((total, summary) => total + summary[key], 0)
  return {
    requests,
    rows: sum("rows"),
    lists: sum("lists"),
    files: sum("files"),
    bytes: sum("bytes"),
    tickers: summaries.flatMap(({ tickers }) => tickers),
    changes: summaries.flatMap(({ changes }) => changes),
    failures: summaries.flatMap(({ failures }) =>
      failures.map(({ dataset, error, ticker }) => ({ dataset, ticker, error: error._tag, message: error.message })),
    ),
    empty: summaries.flatMap(({ empty }) => empty),
    damages: summaries.flatMap(({ damages }) => damages),
    doubtful: summaries.flatMap(({ doubtful }) => doubtful),
    doubts: summaries.flatMap(({ doubts }) => doubts),
    cuts: summaries.flatMap(({ cuts }) => cuts),
    clockAhead: summaries.find(({ clockAhead }) => clockAhead !== undefined)?.clockAhead,
  }
}

const reasons: Readonly<Record<Store.Doubt["reason"], string>> = {
  absent: "no bars, as two answers agree, although it trades on the days around",
  jump: "a jump that no split explains",
  still: "a price that stands still",
  volume: "no volume",
}

/** Lines of the tickers, if they are few enough to be read. */
const ofTickers = (tickers: Summary["tickers"], row: string): ReadonlyArray<string> =>
  tickers.length > 20
    ? []
    : tickers.flatMap(({ last, rows, ticker }) =>
        last === undefined ? [] : [`${ticker}: ${Text.count(rows, row)}, up to ${last}`],
      )

const lines = (folder: string, summary: Summary, row: string): ReadonlyArray<string> => {
  const { bytes, changes, damages, doubts, empty, files, lists, requests, rows, tickers } = summary
  const written = files === 0 ? "no file changed" : `${Text.count(files, "file")} written (${Text.size(bytes)})`
  const changed = changes.map(
    ({ added, changed, dataset, period, removed, ticker }) =>
      `Corrected by the service: ${dataset} of ${ticker}, ${period}: ${added} new, ${changed} changed, ${removed} removed`,
  )
  const without =
    empty.length === 0
      ? []
      : [
          `Without ${row}s: ${empty.join(", ")}. The service gives none for a ticker that it does not know; they are upper case.`,
        ]
  return [
    `${[
      Text.count(requests, "request"),
      Text.count(rows, row),
      ...(row === "bar" ? [Text.count(lists, "split and dividend", "splits and dividends")] : []),
    ].join(", ")}; ${written} in ${folder}`,
    ...damages.map(({ file, folder, problem }) => `Damaged (${problem}) and fetched again: ${folder}/${file}`),
    ...ofTickers(tickers, row),
    ...changed,
    ...doubts.map(({ days, reason, ticker }) => `Odd in ${ticker}: ${reasons[reason]}, on ${Text.some(days)}`),
    ...without,
  ]
}

/** Options of a sync, as written. */
interface Syncing {
  readonly by?: "day" | "ticker" | undefined
  readonly concurrency: number
  readonly "on-failure": "fail" | "collect"
  readonly refresh: boolean
}

/** Syncs all parts, and shows the progress. */
const synced = (
  parts: ReadonlyArray<MarketHistories.MarketHistories<Universe.AnyUniverse>>,
  { requests }: Cost.Cost,
  { by, concurrency, "on-failure": onFailure, refresh }: Syncing,
) =>
  Effect.gen(function* () {
    const store = yield* Store
    const progress = yield* Progress.make
    if (requests === 0) yield* progress.update({ waiting: "Checking the files" })
    let rows = 0
    return yield* Effect.forEach(parts, ({ range, universe }, index) =>
      store.sync(universe, range, {
        by,
        concurrency,
        onFailure,
        refresh: refresh ? range : undefined,
        onProgress: (part) =>
          progress.update({
            label: `${part.ticker} ${part.period === "all" ? part.dataset : part.period}`,
            rows: (rows += part.rows),
            done: (index + part.done) / parts.length,
          }),
      }),
    )
  })

/** Brings histories up to date, and reports what was done. `row` is what their rows are called. */
export const run = (
  parts: ReadonlyArray<MarketHistories.MarketHistories<Universe.AnyUniverse>>,
  options: Syncing & { readonly store: string } & Option.Values<typeof Report.options>,
  row: string,
) =>
  Effect.gen(function* () {
    const { store: folder } = options
    const cost = yield* Cost.of(parts, { by: options.by, refresh: options.refresh }, yield* Cost.rate)
    yield* Cost.tell(cost)
    const [summaries, requests] = yield* synced(parts, cost, options).pipe(
      (all) =>
        Requests.counted(
          parts.map(({ universe }) => universe),
          all,
        ),
      Effect.provide(Connect.layer),
      // The progress line is removed before the summary is written.
      Effect.scoped,
    )
    const summary = total(requests, summaries)
    yield* Report.write(options, lines(folder, summary, row), summary)
    if (summary.failures.length > 0) {
      const failed = summary.failures.map(({ dataset, message, ticker }) => `${ticker} (${dataset}): ${message}`)
      return yield* new Failed({
        message: `${Text.count(failed.length, "history", "histories")} could not be brought up to date. What was fetched is stored, and the next sync fetches the rest.\n${failed.join("\n")}`,
      })
    }
  })

/** Options of the requests of a sync. */
export const requestOptions = {
  refresh: Option.flag(
    "Request the whole range from --from to --to again, for a service that corrects old rows. It takes no dates of its own: for a part of a history write that part as --from and --to. The summary says what changed.",
  ),
  concurrency: Option.withDefault(
    Option.whole({
      value: "N",
      text: "Tickers that are fetched in parallel, all under one rate limit.",
      min: 1,
      max: 64,
    }),
    4,
  ),
  "on-failure": Option.withDefault(
    Option.word(["fail", "collect"], {
      value: "WORD",
      text: "Whether the first error ends the sync, or the other tickers continue and the errors are reported at the end.",
    }),
    "fail" as const,
  ),
}

/** The command. */
export const command: Command.Command = Command.make("sync", {
  summary: "Fetch what the store lacks, and nothing else",
  text:
    "Bars come as they were traded; of stocks, splits and dividends with them. What has settled is requested once; the last day is requested again, and splits and dividends once a day. " +
    "Where the service gives no rows although the market was open, or the ticker trades on the days around, it is requested again, also by later syncs, until a second answer, at least a day later, agrees. " +
    "An interrupted sync leaves a readable store, and the next one resumes.",
  options: {
    ...Options.store,
    ...Options.bars,
    ...Options.range,
    ...Options.by,
    ...requestOptions,
    ...Report.options,
  },
  examples: [
    "history sync --store data --tickers AAPL,MSFT --timespan minute --from 2025-06-02 --to 2025-06-13 --sandbox",
    "history sync --store data --tickers X:BTCUSD --timespan day --from 2025-01-01 --to 2025-06-29 --sandbox --format json",
  ],
  run: (options) =>
    Effect.flatMap(MarketHistories.all(options), (parts) => run(parts, options, "bar")).pipe(
      Folder.over(options.store),
      Present.live,
    ),
})
