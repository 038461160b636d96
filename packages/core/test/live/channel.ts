/** A service of one topic of readings, on a live channel that a test writes itself. */
import type { MarketData } from "@candela/core/MarketData"
import type { Checkpoints } from "@candela/core/Checkpoints"
import * as Field from "@candela/core/declare/Field"
import * as LiveClient from "@candela/core/declare/LiveClient"
import * as Param from "@candela/core/declare/Param"
import * as Topic from "@candela/core/declare/Topic"
import type * as Live from "@candela/core/Live"
import { LiveConnection } from "@candela/core/LiveConnection"
import type { LiveError } from "@candela/core/LiveError"
import { readings, type Reading } from "@candela/support/endpoints"
import { pageOf } from "@candela/support/readingsServer"
import { weather } from "@candela/support/weather"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { Context, Effect, Layer, Queue, Schema, Stream } from "effect"
import type { Signal } from "../../src/internal/live/signal.js"

const fields = {
  ticker: Field.required(Schema.String, "sym"),
  at: Field.required(Schema.Number, "t"),
  value: Field.required(Schema.Number, "v"),
  /** Only the live channel has it. */
  sequence: Field.required(Schema.Number, "q"),
}

/** A reading of the live channel. */
export interface LiveReading extends Field.Row<typeof fields> {}

/** The part of a reading that the history has, too. */
export interface Common {
  readonly ticker: string
  readonly at: number
  readonly value: number
}

const station = Param.ticker("stocks", /^[A-Z]{1,5}(-[A-Z])?$/, "a station such as A", (text) =>
  text.startsWith("C:") ? "currency pairs are of @candela/forex" : undefined,
)

const declaration = {
  cluster: "stocks",
  code: "R",
  row: Field.struct(fields),
  ticker: station,
  spelling: { toWire: (ticker: string) => ticker.replace("-", "/"), fromWire: (wire: string) => wire.replace("/", "") },
  kind: "log",
  time: ({ at }: { readonly at: number }) => at,
  key: ({ at }: { readonly at: number }) => at,
  wildcard: true,
} as const

export const topics = Topic.ofService("test", {
  readings: Topic.make<LiveReading, unknown, Common, true>({
    ...declaration,
    row: declaration.row as Schema.Schema<LiveReading, unknown>,
    fill: {
      endpoint: readings,
      method: "readings",
      request: (station, from, to) => ({ station, from, to }),
      ofHistory: ({ at, value }: Reading, ticker) => ({ ticker, at, value }),
      ofLive: ({ at, ticker, value }) => ({ ticker, at, value }),
      startOfDay: (day) => Date.parse(`${day}T04:00:00Z`),
    },
  }),
  states: Topic.make<LiveReading, unknown, never, false>({
    ...declaration,
    row: declaration.row as Schema.Schema<LiveReading, unknown>,
    kind: "state",
    key: undefined as never,
    wildcard: false,
  }),
})

/** A live service. */
export class Meters extends Context.Tag("test/Meters")<Meters, Live.Methods<typeof topics>>() {
  static readonly layer = LiveClient.layer(Meters, topics)
}

/** What the test writes, and what was subscribed. */
export interface Channel {
  readonly send: (...signals: ReadonlyArray<Signal<LiveReading>>) => Effect.Effect<void>
  readonly fail: (error: LiveError) => Effect.Effect<void>
  readonly calls: Array<{ readonly topic: string; readonly tickers: unknown; readonly options: unknown }>
  /** Number of signals that no stream has taken. */
  readonly left: Effect.Effect<number>
  /** Number of streams that run. */
  readonly running: () => number
}
export const Channel = Context.GenericTag<Channel>("test/Channel")

/** A channel that a test writes. */
export const channel: Layer.Layer<LiveConnection | Channel> = Layer.effectContext(
  Effect.gen(function* () {
    const signals = yield* Queue.unbounded<Signal<LiveReading> | LiveError>()
    const calls: Array<Channel["calls"][number]> = []
    let running = 0
    const subscribe = (topic: Topic.Any, tickers: unknown, options: unknown) =>
      Stream.unwrapScoped(
        Effect.acquireRelease(
          Effect.sync(() => {
            running++
            calls.push({ topic: topic.name, tickers, options })
            return Stream.mapEffect(Stream.fromQueue(signals, { maxChunkSize: 1 }), (signal) =>
              "cluster" in signal ? Effect.fail(signal as LiveError) : Effect.succeed(signal),
            )
          }),
          () => Effect.sync(() => void running--),
        ),
      )
    return Context.make(LiveConnection, { subscribe } as LiveConnection.Service).pipe(
      Context.add(
        Channel,
        Channel.of({
          send: (...sent) => Effect.asVoid(Queue.offerAll(signals, sent)),
          fail: (error) => Effect.asVoid(Queue.offer(signals, error)),
          calls,
          left: Queue.size(signals),
          running: () => running,
        }),
      ),
    )
  }),
)

/** A row of the live channel. */
export const reading = (ticker: string, at: number, value = at / 2): LiveReading => ({ ticker, at, value, sequence: 1 })

/** The same as the history has it. */
export const common = (ticker: string, at: number, value = at / 2): Common => ({ ticker, at, value })

/** An endpoint whose rows a test gives by ticker. It answers a range with those in it. */
export const serving =
  (rows: (ticker: string) => ReadonlyArray<number>) =>
  ({ url }: ScriptedTransport.Exchange): ScriptedTransport.Behaviour => {
    const [ticker, from, to] = url.pathname.split("/").slice(-3) as [string, string, string]
    const inside = rows(ticker).filter((at) => at >= Number(from) && at <= Number(to))
    return ScriptedTransport.text(
      pageOf(
        inside.map((at) => ({ at, value: at / 2 })),
        undefined,
      ),
    )
  }

/** The service on a channel and an endpoint, with checkpoints in memory or where it is told. */
export const meters = (
  script: ScriptedTransport.Script,
  checkpoints: Layer.Layer<MarketData | Checkpoints, never, MarketData> | undefined = undefined,
) => {
  const below = Layer.merge(weather(script), Layer.fresh(channel))
  return Layer.fresh(Meters.layer).pipe(
    Layer.provideMerge(checkpoints === undefined ? below : Layer.provideMerge(checkpoints, below)),
  )
}
