/**
 * Program of `candela live`: prints the events of a topic.
 *
 * @module
 */
import * as Topics from "@candela/catalog/Topics"
import * as LiveClient from "@candela/core/declare/LiveClient"
import type { Event, Followed, Settled } from "@candela/core/Live"
import * as Foreign from "@candela/core/internal/Foreign"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type * as Command from "../command/Command.js"
import { UsageError } from "../command/UsageError.js"
import * as LiveConnect from "../connect/LiveConnect.js"
import * as Present from "../connect/Present.js"
import { Settings } from "../connect/Settings.js"
import * as DateText from "../dates/DateText.js"
import * as Format from "../output/Format.js"
import * as Records from "../output/Records.js"
import * as View from "../output/View.js"
import * as Field from "../output/table/Field.js"
import * as Zone from "../output/table/Zone.js"
import { Terminal } from "../terminal/Terminal.js"
import * as LiveText from "./LiveText.js"

/** Options and arguments as parsed. */
export interface ProgramOptions extends Pick<View.ViewOptions, "zone" | "utc"> {
  readonly topic: string
  readonly tickers: ReadonlyArray<string>
  readonly follow: DateText.DateText | undefined
  readonly store: string | undefined
  readonly limit: number | undefined
  readonly format: "table" | "csv" | "ndjson" | undefined
  readonly "live-url": string | undefined
  readonly speed: number | "asap" | undefined
}

type Row = Readonly<Record<string, unknown>>

/** Prints the gaps, and what has settled; returns the rows: one that has changed again. */
const rowsOf = (event: Event<Row> | Settled) =>
  Effect.gen(function* () {
    if (event._tag === "Rows") return event.rows
    if (event._tag === "Revised") return [event.row]
    const { err } = yield* Terminal
    const { quiet } = yield* Settings
    const isSeen = err.isTerminal && !quiet
    const [isNews, text] =
      event._tag === "Settled"
        ? [isSeen, LiveText.settled(event)]
        : // That the history is there is no news, but for a missing part of it.
          [!event.filled || (event.reason !== "start" && isSeen), LiveText.gap(event)]
    if (isNews) yield* err.write(Foreign.lines(`${text}\n`))
    return []
  })

/** Prints rows of a topic from a stream of events. */
const print = <E, R>(
  events: Stream.Stream<Event<Row> | Settled, E, R>,
  entry: Topics.TopicEntry,
  { limit: most, ...options }: ProgramOptions,
) =>
  Effect.gen(function* () {
    const { out } = yield* Terminal
    const { format } = yield* Format.target(options)
    const market = Zone.marketOfService(entry.service)
    const zone = yield* View.zoneOf(options, market?.zone ?? "UTC")
    const all = events.pipe(
      Stream.mapEffect(rowsOf),
      Stream.flattenIterables,
      most === undefined ? (rows) => rows : Stream.take(most),
    )
    // Of the topic's row: an endpoint with such rows has the same columns.
    const fields = Field.ofEndpoint({ row: entry.declaration.row, wireParams: {} } as never)
    switch (format) {
      case "table": {
        const { Table } = yield* Effect.promise(() => import("../output/table/Table.js"))
        const width = out.isTerminal ? yield* out.columns : Infinity
        const table = new Table(fields, { zone, decimals: market?.decimals ?? 8, width, hasColors: out.hasColors })
        return yield* Stream.runForEachChunk(all, (chunk) =>
          // The first rows are shown when they are there, and decide about the columns.
          out.write(table.write(Chunk.toReadonlyArray(chunk)) + table.flush()),
        )
      }
      case "csv":
        return yield* Stream.runForEach(
          Records.csv(
            fields.map(({ path }) => path.join(".")),
            { lineEnd: "\n", isForExcel: false },
          )(all),
          out.write,
        )
      default:
        return yield* Stream.runForEach(Records.lines(all), out.write)
    }
  })

/** Prints the rows of tickers as they happen. */
export const run = (options: ProgramOptions): Effect.Effect<void, unknown, Command.Environment> =>
  Effect.gen(function* () {
    const entry = Topics.find(options.topic)
    if (entry === undefined) return yield* new UsageError({ message: LiveText.unknownTopic(options.topic) })
    const tickers = options.tickers.includes("*") ? ("*" as const) : options.tickers
    const { zone } = Zone.marketOfService(entry.service) ?? { zone: "UTC" as const }
    const { follow, store } = options
    if (store !== undefined && follow === undefined) {
      return yield* new UsageError({
        message: "--store needs --follow DATE: the day or instant from which the rows of the store are printed.",
      })
    }
    const from = follow && (yield* Present.live(DateText.textOf(follow, "first", zone)))
    const program = Effect.gen(function* () {
      const { rows } = yield* LiveClient.make({ rows: entry.declaration })
      const method = rows as unknown as Partial<Followed<Row, Row, true>> & Pick<Followed<Row, Row, true>, "events">
      if (from === undefined) return yield* print(method.events(tickers), entry, options)
      if (method.follow === undefined) {
        return yield* new UsageError({
          message: `No endpoint has the rows of ${entry.name}: leave --follow out.`,
        })
      }
      if (tickers === "*") return yield* new UsageError({ message: "--follow needs tickers: '*' has no history." })
      const start = /^\d{4}-\d\d-\d\d$/.test(from) ? from : new Date(from)
      const following = { ticker: tickers, from: start }
      if (store === undefined) return yield* print(method.follow(following), entry, options)
      const Stored = yield* Effect.promise(() => import("./Stored.js"))
      yield* print(Stored.events(entry, following, store), entry, options)
    })
    yield* Effect.provide(program, LiveConnect.layer({ url: options["live-url"], speed: options.speed }))
  })
