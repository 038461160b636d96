/**
 * Kinds of lapses: whole and well-formed answers of the service whose content is wrong. A fault of {@link Fault} is
 * noticed by the transport; a lapse only by comparing the answer with the question, with other answers, or with what
 * is known of the market.
 *
 * @module
 */
import * as ExactJson from "./ExactJson.js"
import type * as Fault from "./Fault.js"
import type { JsonObject } from "./internal/document.js"
import * as Document from "./internal/document.js"
import * as Lapsing from "./internal/lapsing.js"

const { either, paths } = Lapsing

/** A request whose answer a lapse changes. */
export interface Asked {
  /** Full URL, without a key. */
  readonly url: URL
  /** Present of the service by the answer's `Date`, or else of the machine: epoch milliseconds. */
  readonly now: number
  /**
   * Returns a number from 0 up to, not including, 1, determined by the seed, the URL and the label: the same for each
   * repetition of the request.
   */
  readonly draw: (label: string) => number
}

/**
 * Answers that a lapse changes: the first of each URL to which it applies, every one, or each with a probability from 0
 * to 1.
 */
export type Occurrence = "once" | "always" | number

/** A kind of lapse. */
export interface Kind {
  /** What is known of it: who has seen it, and where. */
  readonly source: string
  /** Occurrence where none is given: `once` for what the service itself mends with its next answer. */
  readonly occurs: "once" | "always"
  /** Whether it concerns the answers of a URL. */
  readonly applies: (url: URL) => boolean
  /** Returns the changed answer; `undefined` if there is nothing to change in it. */
  readonly alter: (answer: Fault.Response, asked: Asked) => Fault.Response | undefined
}

type Edit = (document: JsonObject, asked: Asked) => JsonObject | undefined

/** Changes the document of an answer. */
const kind = (source: string, occurs: Kind["occurs"], applies: Kind["applies"], edit: Edit): Kind => ({
  source,
  occurs,
  applies,
  alter: (answer, asked) => {
    const body = Document.edit(answer.body, (document) => edit(document, asked))
    return body && { ...answer, body }
  },
})

type EditRows = (rows: ReadonlyArray<JsonObject>, asked: Asked) => ReadonlyArray<JsonObject> | undefined

/** Changes the rows of a document that has some. */
const ofRows =
  (edit: EditRows): Edit =>
  (document, asked) => {
    const rows = Lapsing.rowsOf(document)
    const edited = rows && edit(rows, asked)
    return edited && Lapsing.withRows(document, edited)
  }

/** Index drawn among a number of rows. */
const drawn = ({ draw }: Asked, label: string, length: number) => Math.floor(draw(label) * length)

const reports = "public reports of users of the service, 2019 to 2026"
const bars = either(paths.range, paths.futures)
const barsAndDays = either(bars, paths.marketDay)

/** A document in place of the answer, whatever that is. */
const instead = (source: string, document: JsonObject): Kind => ({
  source,
  occurs: "once",
  applies: paths.anything,
  alter: (answer) => ({ ...answer, body: new TextEncoder().encode(JSON.stringify(document)) }),
})

/** Form in which the service answers that there are no rows: with its marks, without `next_url`. */
const empty: Edit = (document) => {
  if (Lapsing.rowsOf(document) === undefined) return undefined
  const { next_url: _, ...rest } = Lapsing.withRows(document, [])
  if (!("queryCount" in rest)) return rest
  return { ...rest, queryCount: ExactJson.number("0"), results: null }
}

const day = 86_400_000

/** Changes the `Date` of an answer. */
const clock = (source: string, days: number): Kind => ({
  source,
  occurs: "always",
  applies: paths.anything,
  alter: (answer, { now }) => ({
    ...answer,
    headers: { ...answer.headers, date: new Date(now + days * day).toUTCString() },
  }),
})

/** Lists each row twice, under a second id. */
const twice: EditRows = (rows) => rows.flatMap((row) => [row, { ...row, id: `${String(row["id"] ?? "")}-again` }])

const announced = (rows: ReadonlyArray<JsonObject>, { now, url }: Asked, isLast: boolean) => {
  const date = Lapsing.dateOf(now + 10 * day)
  const params = [...url.searchParams]
  const bounds = params.filter(([name]) => name.startsWith("execution_date"))
  const isAsked = bounds.every(([name, value]) => name.includes(".gt") && value <= date)
  const isAscending = /asc/.test(url.searchParams.get("sort") ?? "")
  // The newest row is the first one of the first page, as the service lists splits; ascending, the
  // last one of the last page.
  if (!isAsked || (isAscending ? !isLast : Lapsing.isLaterPage(url))) return undefined
  const tickers = Lapsing.tickersOf(url)
  const asked = tickers.length > 0 ? tickers : rows.slice(0, 1).map(({ ticker }) => ticker)
  const [split_from, split_to] = [ExactJson.number("1"), ExactJson.number("10")]
  const splits = asked.map((ticker) => ({
    id: `announced-${String(ticker)}`,
    ...{ execution_date: date, split_from, split_to, ticker, adjustment_type: "forward_split" },
  }))
  return isAscending ? [...rows, ...splits] : [...splits, ...rows]
}

/** All kinds of lapses, by name. */
export const kinds = {
  /**
   * An answer without rows for rows that exist: `status` is `OK`, `queryCount` is 0 and `results` is `null`. The same
   * request again has them.
   */
  Empty: kind(
    `${reports}: 5 to 20 of 4,000 requests for bars or a market's day; the same request again gives the rows`,
    "once",
    paths.anything,
    empty,
  ),
  /** A document of something else, with status 200. */
  Unmarked: instead("what a wrong base URL, a test server or a portal answers to every request", { hello: "world" }),
  /** A gateway's sentence, with status 200. */
  Unavailable: instead(`${reports}: error documents with status 200`, { message: "Service Unavailable" }),
  /** A word for failure as `status`, with HTTP status 200. */
  NotFoundStatus: instead(`${reports}: "Not Found" and "NotFound" as status of an answer with HTTP status 200`, {
    status: "Not Found",
  }),
  /** `{}` in place of the last of several pages. The same request again has its rows. */
  BlankLastPage: kind(
    "recorded answers of the service, where a last page without rows is {}; seen here in place of one with rows",
    "once",
    paths.anything,
    (document, { url }) => (Lapsing.isLaterPage(url) && document["next_url"] === undefined ? {} : undefined),
  ),
  /** A day's bars twice in one answer: after the last bar of the day its bars stand once more. */
  DoubledDay: kind(
    `${reports}: a day's minutes, or some hours, twice in one answer (780 rows for 390)`,
    "always",
    bars,
    ofRows((rows, asked) => {
      const chosen = Lapsing.dayOf(rows[drawn(asked, "day", rows.length)]!)
      const last = rows.findLastIndex((row) => Lapsing.dayOf(row) === chosen)
      return Lapsing.inserted(rows, last + 1, ...rows.filter((row) => Lapsing.dayOf(row) === chosen))
    }),
  ),
  /** A ticker twice in the market's day, with the same bar. */
  DoubledTicker: kind(
    `${reports}: a ticker twice in the market's day`,
    "always",
    paths.marketDay,
    ofRows((rows, asked) => [...rows, rows[drawn(asked, "ticker", rows.length)]!]),
  ),
  /** Another row of the same bar, right after it: its prices and volume differ. */
  ConflictingRow: kind(
    `${reports}: a ticker twice in the market's day, and a bar twice in one answer, with other values`,
    "always",
    barsAndDays,
    ofRows((rows, asked) => {
      const index = drawn(asked, "row", rows.length)
      return Lapsing.inserted(rows, index + 1, Lapsing.scaled(rows[index]!, 1.1))
    }),
  ),
  /** Two neighbouring bars in the wrong order. */
  Disordered: kind(
    `${reports}: rows and pages that come out of order`,
    "always",
    bars,
    ofRows((rows, asked) => {
      if (rows.length < 2) return undefined
      const index = drawn(asked, "row", rows.length - 1)
      const [first, second] = [rows[index]!, rows[index + 1]!]
      return [...rows.slice(0, index), second, first, ...rows.slice(index + 2)]
    }),
  ),
  /**
   * A bar of the year before, where the order of the rows puts it; in the market's day, a ticker's bar of the year
   * before in place of its own.
   */
  OtherYear: kind(
    `${reports}: rows of another year`,
    "always",
    barsAndDays,
    ofRows((rows, asked) => {
      const { url } = asked
      const earlier = (row: JsonObject) => Lapsing.scaled(Lapsing.shifted(row, -364 * day), 0.5)
      if (paths.marketDay(url)) return Lapsing.replaced(rows, drawn(asked, "row", rows.length), earlier)
      // Only the page at the earlier end of the range has room for it.
      if (Lapsing.isLaterPage(url)) return undefined
      return Lapsing.isDescending(rows) ? [...rows, earlier(rows.at(-1)!)] : [earlier(rows[0]!), ...rows]
    }),
  ),
  /** The bars of another ticker, which the answer names. */
  OtherTicker: kind(
    `${reports}: answers for another ticker; a proxy or a cache that mixes up requests does the same`,
    "always",
    either(paths.range, paths.previousDay),
    (document, asked) => {
      if (typeof document["ticker"] !== "string") return undefined
      const ticker = document["ticker"] === "MSFT" ? "AAPL" : "MSFT"
      const edited = ofRows((rows) => rows.map((row) => Lapsing.scaled("T" in row ? { ...row, T: ticker } : row, 1.5)))(
        document,
        asked,
      )
      return { ...(edited ?? document), ticker }
    },
  ),
  /**
   * Bars adjusted for splits where they were asked for as traded, or the reverse: `adjusted` says so, and prices are
   * halved.
   */
  OtherAdjustment: kind(
    `${reports}: prices adjusted where adjusted=false was asked for; the envelope's adjusted tells it`,
    "always",
    either(paths.range, paths.previousDay, paths.marketDay),
    (document, asked) => {
      if (typeof document["adjusted"] !== "boolean") return undefined
      const edited = ofRows((rows) => rows.map((row) => Lapsing.scaled(row, 0.5)))(document, asked)
      return { ...(edited ?? document), adjusted: !document["adjusted"] }
    },
  ),
  /** Nanoseconds in the field of milliseconds. */
  Nanoseconds: kind(
    `${reports}: nanoseconds in a field of milliseconds`,
    "always",
    either(paths.range, paths.previousDay, paths.marketDay),
    ofRows((rows) => rows.map((row) => (ExactJson.isNumber(row["t"]) ? { ...row, t: `${row["t"]}000000` } : row))),
  ),
  /** A 10:1 split ten days ahead, for each ticker asked for. It applies from its day on, not before. */
  AnnouncedSplit: kind(
    "the service's list of splits, which has announced ones before their day",
    "always",
    paths.splits,
    (document, asked) => {
      const rows = Lapsing.rowsOf(document)
      const splits = announced(rows ?? [], asked, document["next_url"] === undefined)
      if (splits === undefined || splits.length === 0) return undefined
      return rows === undefined ? { ...document, results: splits } : Lapsing.withRows(document, splits)
    },
  ),
  /** Each split twice, under two ids. */
  DoubledSplit: kind(
    `${reports}: 216 pairs of splits with the same date and ratio under two ids`,
    "always",
    paths.splits,
    ofRows(twice),
  ),
  /** A split that gives 0 shares. */
  SplitOfZero: kind(
    `${reports}: ratios that are no ratios in lists of splits`,
    "always",
    paths.splits,
    ofRows((rows, asked) =>
      Lapsing.replaced(rows, drawn(asked, "row", rows.length), (row) => ({ ...row, split_to: ExactJson.number("0") })),
    ),
  ),
  /** The newest split is not listed yet. The same request again has it. */
  LateSplit: kind(
    `${reports}: splits that are listed days after their own`,
    "once",
    paths.splits,
    ofRows((rows) => {
      const newest = rows.map((row) => String(row["execution_date"])).reduce((a, b) => (a > b ? a : b))
      return rows.filter((row) => row["execution_date"] !== newest)
    }),
  ),
  /** A dividend without its factor. */
  DividendWithoutFactor: kind(
    "the service's own documents: the factor of a dividend is optional, and new ones lack it",
    "always",
    paths.dividends,
    ofRows((rows, asked) => {
      const listed = rows.flatMap((row, index) => ("historical_adjustment_factor" in row ? [index] : []))
      if (listed.length === 0) return undefined
      return Lapsing.replaced(rows, listed[drawn(asked, "row", listed.length)]!, (row) => {
        const { historical_adjustment_factor: _, ...rest } = row
        return rest
      })
    }),
  ),
  /** Each dividend twice, under two ids. */
  DoubledDividend: kind(`${reports}: dividends listed twice`, "always", paths.dividends, ofRows(twice)),
  /** A bar as it was before the service corrected it: the same request again has the corrected one. */
  CorrectedBar: kind(
    "the service's own documents: late trades correct bars after they were served",
    "once",
    barsAndDays,
    ofRows((rows, asked) =>
      Lapsing.replaced(rows, drawn(asked, "row", rows.length), (row) => Lapsing.scaled(row, 0.99)),
    ),
  ),
  /** The market's day without rows, or a day missing among the bars of a range. It stays missing. */
  MissingDay: kind(
    `${reports}: days without rows that exist in other sources`,
    "always",
    barsAndDays,
    (document, asked) => {
      if (paths.marketDay(asked.url)) return empty(document, asked)
      return ofRows((rows) => {
        const chosen = Lapsing.dayOf(rows[drawn(asked, "day", rows.length)]!)
        const others = rows.filter((row) => Lapsing.dayOf(row) !== chosen)
        return others.length === 0 ? undefined : others
      })(document, asked)
    },
  ),
  /**
   * The bar of the previous day is stamped with its close, 16:00 New York (pairs: the last millisecond of the day), not
   * with the start of its window.
   */
  PreviousDayClose: kind(
    "all five independent recordings of the service, 2020 to 2025",
    "always",
    paths.previousDay,
    ofRows((rows, { url }) => {
      const isPair = /\/(X|C)(:|%3A)/i.test(url.pathname)
      // Sessions never lie on a day on which clocks are set: 16:00 is 16 hours after the day's start.
      return rows.map((row) => Lapsing.shifted(row, isPair ? day - 1 : (16 * day) / 24))
    }),
  ),
  /** A clock of the service that is 30 days ahead, by its `Date`. */
  ClockAhead: clock("servers behind a balancer whose clocks differ, and proxies that write their own Date", 30),
  /** A clock of the service that is 30 days behind, by its `Date`. */
  ClockBehind: clock("caches and proxies that repeat the Date of an answer that they keep", -30),
} as const satisfies Readonly<Record<string, Kind>>

/** Name of a kind of lapse. */
export type Name = keyof typeof kinds

/** All names. */
export const names: ReadonlyArray<Name> = Object.keys(kinds) as ReadonlyArray<Name>

/** Whether a text is the name of a kind of lapse. */
export const isName = (text: string): text is Name => Object.hasOwn(kinds, text)
