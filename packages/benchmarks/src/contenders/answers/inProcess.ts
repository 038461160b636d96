/** The sandbox's service in the same process, without a socket, beside the statement that an answer needs. */
import * as Dataset from "@candela/sandbox/dataset/Dataset"
import { all as routes } from "@candela/sandbox/routes/Routes"
import * as Service from "@candela/sandbox/http/Service"
import { Store } from "@candela/sandbox/store/Store"
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import { CALLS, repeated, type Trial } from "../../Contender.js"
import { type DatasetInput, withStatement } from "./statement.js"

/** Opens the service while `use` runs, which is given a function from a path to the text of its answer. */
const withService = <A>(
  { file }: DatasetInput,
  use: (answer: (path: string) => Promise<string>) => Promise<A>,
): Promise<A> =>
  Effect.gen(function* () {
    const { now, seed, store } = yield* Dataset.open(file)
    const { handle } = yield* Service.make({
      routes,
      keys: { sandbox: "business" },
      now: Effect.succeed(now),
      seed,
    }).pipe(Effect.provideService(Store, store))
    const headers = { authorization: "Bearer sandbox" }
    const answer = (path: string) =>
      Effect.suspend(() => handle({ method: "GET", url: new URL(`http://sandbox${path}`), headers })).pipe(
        Effect.map(({ body }) => body),
        Effect.runPromise,
      )
    return yield* Effect.promise(() => use(answer))
  }).pipe(Effect.scoped, Effect.runPromise)

/** The ticker of the page of bars: a market that never closes, on days of which the data hold the minutes. */
const PAIR = "X:BTCUSD"
/** The largest page of the service. */
const ROWS = 50_000

/** The contenders must agree upon the text of the rows, to the letter. */
const checkBars = (text: string) => ({
  rows: (JSON.parse(text) as ReadonlyArray<unknown>).length,
  checksum: createHash("sha256").update(text).digest("hex"),
})

/** A page of 50,000 bars, from a request to the text of its answer. */
export const bars: Trial<DatasetInput> = (input) =>
  withService(input, (answer) =>
    repeated(
      () => answer(`/v2/aggs/ticker/${PAIR}/range/1/minute/2025-05-22/2025-06-30?limit=${ROWS}`),
      (body) => checkBars(body.slice(body.indexOf("["), body.lastIndexOf("]") + 1)),
    ),
  )

/** The statement of that page, and `JSON.stringify` of its rows. */
export const barsStatement: Trial<DatasetInput> = (input) =>
  withStatement(
    input,
    `SELECT v, vw, o, c, h, l, t::DOUBLE AS t, n::DOUBLE AS n FROM minute_bars
     WHERE ticker = $1 AND t >= $2 AND t < $3 ORDER BY t LIMIT $4`,
    (query) =>
      repeated(
        async () =>
          JSON.stringify(await query([PAIR, BigInt(Date.UTC(2025, 4, 22)), BigInt(Date.UTC(2025, 6, 1)), ROWS])),
        checkBars,
      ),
  )

const TICKER = "AAPL"
const DATE = "2025-06-26"

/** Prices and volume of a day. */
type Day = Readonly<
  Record<"open" | "high" | "low" | "close" | "volume" | "preMarket" | "afterHours", number | null | undefined>
>

const checkDay = ({ afterHours, close, high, low, open, preMarket, volume }: Day) => ({
  rows: 1,
  checksum: [open, high, low, close, volume, preMarket, afterHours].join(" "),
})

/** An open/close answer, from a request to its text. */
export const openClose: Trial<DatasetInput> = (input) =>
  withService(input, (answer) =>
    repeated(
      () => answer(`/v1/open-close/${TICKER}/${DATE}`),
      (body) => checkDay(JSON.parse(body) as Day),
      CALLS,
    ),
  )

/** The statement of that answer. */
export const openCloseStatement: Trial<DatasetInput> = (input) =>
  withStatement(
    input,
    `SELECT coalesce(session_open, o) AS open, coalesce(session_high, h) AS high, coalesce(session_low, l) AS low,
            coalesce(session_close, c) AS close, v AS volume, pre_market AS "preMarket", after_hours AS "afterHours"
     FROM day_bars WHERE ticker = $1 AND date = $2`,
    (query) =>
      repeated(
        () => query([TICKER, DATE]),
        ([day]) => checkDay(day as unknown as Day),
        CALLS,
      ),
  )
