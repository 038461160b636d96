/** The tool `watch`. */
import type * as Topics from "@candela/catalog/Topics"
import * as LiveClient from "@candela/core/declare/LiveClient"
import type { Event, Method } from "@candela/core/Live"
import { LiveConnection } from "@candela/core/LiveConnection"
import { MarketData } from "@candela/core/MarketData"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as Answer from "../Answer.js"
import * as ModelTool from "../ModelTool.js"
import * as Rows from "../Rows.js"
import { ToolError } from "../ToolError.js"

/** Default and maximum number of rows, and of seconds: clients give up a call after some minutes. */
const [usualRows, usualSeconds, maxSeconds] = [50, 30, 300]

/** Maximum number of tickers: a program follows more of them. */
const maxTickers = 1000

const parameters = {
  topic: Schema.String.annotations({
    description:
      "Name of a topic: stocks.minuteBars, stocks.trades, stocks.quotes, crypto.trades, forex.quotes, futures.trades. An unknown one lists all.",
  }),
  tickers: Schema.Array(Schema.String)
    .pipe(Schema.minItems(1), Schema.maxItems(maxTickers))
    .annotations({ description: "Tickers as in requests: AAPL, X:BTCUSD. * alone stands for all of the topic." }),
  rows: Schema.optional(
    Schema.Int.pipe(Schema.between(1, Rows.maxRows)).annotations({
      description: `The most rows of the answer, from 1 to ${Rows.maxRows}. Default ${usualRows}.`,
    }),
  ),
  seconds: Schema.optional(
    Schema.Int.pipe(Schema.between(1, maxSeconds)).annotations({
      description: `The longest time to listen, from 1 to ${maxSeconds}. Default ${usualSeconds}.`,
    }),
  ),
}

const description = [
  "Listens to the live channel: rows as they happen from now on, until there are enough, or the time is over.",
  "Answers with columns and rows, and how it ended: rows, time or connection.",
  "A bar that late trades change comes again with the same timestamp. For rows of the past ask call_endpoint.",
].join(" ")

type Row = Readonly<Record<string, unknown>>

interface Heard {
  readonly rows: Array<Row>
  /** Times in which it did not listen, in words. */
  readonly gaps: Array<string>
}

/** How a watch ended, and what to tell of it. */
type End =
  | { readonly ended: "rows" }
  | { readonly ended: "time"; readonly isConnected: boolean }
  | { readonly ended: "connection"; readonly error: string }

/** Words where nothing was heard. */
const silence = (end: End): object => {
  if (end.ended !== "time") return {}
  return {
    hint: end.isConnected
      ? "No row came: the market may be closed, or these tickers had none. Listen longer, or ask call_endpoint for the last rows."
      : "The connection was not made in this time. Listen longer.",
  }
}

const fieldsOf = (entry: Topics.TopicEntry, rows: ReadonlyArray<Row>) => {
  const all = Rows.columnsOf({ kind: "list", row: entry.declaration.row } as never)
  // Rows that an endpoint has, too, lack what it does not have.
  return rows.length === 0 ? all : all.filter(({ name }) => rows.some((row) => row[name] !== undefined))
}

/** Makes the tool. `live` is the connection to the live channel, or says why there is none. */
export const make = (
  marketData: MarketData.Service,
  live: Effect.Effect<LiveConnection.Service, { readonly message: string }>,
  isSynthetic: boolean,
): ModelTool.ModelTool =>
  ModelTool.make(
    "watch",
    { title: "Watch rows as they happen", description, parameters, asksService: true },
    ({ rows: most = usualRows, seconds = usualSeconds, tickers, topic }) =>
      Effect.gen(function* () {
        const [Topics, LiveText] = yield* Effect.promise(() =>
          Promise.all([import("@candela/catalog/Topics"), import("../../live/LiveText.js")]),
        )
        const entry = Topics.find(topic)
        if (entry === undefined) return yield* new ToolError({ message: LiveText.unknownTopic(topic) })
        const connection = yield* live
        const { rows } = yield* LiveClient.make({ rows: entry.declaration }).pipe(
          Effect.provideService(LiveConnection, connection),
          Effect.provideService(MarketData, marketData),
        )
        const heard: Heard = { rows: [], gaps: [] }
        const take = (event: Event<Row>) => {
          if (event._tag !== "Gap") heard.rows.push(...(event._tag === "Rows" ? event.rows : [event.row]))
          else if (!event.filled) heard.gaps.push(LiveText.gap(event))
          return heard.rows.length >= most
        }
        const { events } = rows as unknown as Method<Row, true>
        const reading = Stream.runDrain(Stream.takeUntil(events(tickers.includes("*") ? "*" : tickers), take))
        const end: End = yield* Effect.raceFirst(
          Effect.as(reading, { ended: "rows" } as const).pipe(
            Effect.catchAll((error) =>
              heard.rows.length === 0
                ? Effect.fail(error)
                : Effect.succeed({ ended: "connection", error: error.message } as const),
            ),
          ),
          Effect.map(Effect.zipRight(Effect.sleep(`${seconds} seconds`), connection.state), (states) => ({
            ended: "time" as const,
            isConnected: states.some(
              ({ cluster, since }) => cluster === entry.declaration.cluster && since !== undefined,
            ),
          })),
        )
        const columns = fieldsOf(entry, heard.rows)
        const all = heard.rows.slice(0, most)
        const shown = Rows.fitting(all.map((row) => columns.map(({ name, type }) => Rows.value(type, row[name]))))
        return Answer.json({
          topic,
          ...(isSynthetic ? { synthetic: "Synthetic: made by the sandbox, by its own clock." } : {}),
          columns: columns.map(({ name }) => name),
          rows: shown,
          ended: end.ended,
          ...(end.ended === "connection" ? { error: end.error } : {}),
          ...(heard.gaps.length > 0 ? { gaps: heard.gaps } : {}),
          ...(shown.length < all.length
            ? { more: all.length - shown.length, hint: "They do not fit into an answer: ask for fewer rows." }
            : all.length === 0
              ? silence(end)
              : {}),
        })
      }),
  )
