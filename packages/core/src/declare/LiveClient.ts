/**
 * Makes the methods of a live service from its topics.
 *
 * @module
 */
import * as Chunk from "effect/Chunk"
import type * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as Accounts from "../internal/accounts.js"
import * as Events from "../internal/live/events.js"
import * as Machine from "../internal/live/machine.js"
import * as Options from "../internal/live/options.js"
import type * as Positions from "../internal/live/positions.js"
import type * as Live from "../Live.js"
import { LiveConnection } from "../LiveConnection.js"
import { MarketData } from "../MarketData.js"
import type { InvalidRequest, MarketDataError } from "../MarketDataError.js"
import * as Client from "./Client.js"
import type * as Topic from "./Topic.js"

/**
 * Layer of a service with the methods of {@link make}. It is built for each connection that it stands on, as that of
 * `Client.layer`.
 */
export const layer = <I, const T extends Topic.Topics>(
  tag: Context.Tag<I, NoInfer<Live.Methods<T>>>,
  topics: T,
): Layer.Layer<I, never, LiveConnection | MarketData> => Layer.fresh(Layer.effect(tag, make(topics)))

/**
 * Makes the methods of topics on the connections of the context. A checkpoint of `follow` is kept where those of the
 * streams of `MarketData` are.
 */
export const make = <const T extends Topic.Topics>(
  topics: T,
): Effect.Effect<Live.Methods<T>, never, LiveConnection | MarketData> =>
  Effect.gen(function* () {
    const data = yield* Accounts.taken(MarketData)
    const services: Services = { connection: yield* LiveConnection, data }
    const methods = Object.entries(topics).map(([name, topic]) => [name, method(services, topic)])
    return Accounts.belongs(Object.fromEntries(methods) as Live.Methods<T>, data.connection)
  })

interface Services {
  readonly connection: LiveConnection.Service
  readonly data: MarketData.Service
}

// oxlint-disable-next-line typescript/no-explicit-any -- a row of any topic
type Row = any

/** Makes a stream of what was checked, or one that fails. */
const checked = <A, B, E>(
  input: Either.Either<A, InvalidRequest>,
  stream: (input: A) => Stream.Stream<B, E>,
): Stream.Stream<B, E | InvalidRequest> => Either.match(input, { onLeft: Stream.fail, onRight: stream })

const method = (services: Services, topic: Topic.Any) => {
  const { connection } = services
  const form = (name: "rows" | "events", tickers: unknown, options: unknown) =>
    Either.flatMap(Options.check(topic, name, options), () => Options.tickers(topic, "tickers", tickers))
  const rows = (tickers: unknown, options?: Live.Options) =>
    checked(form("rows", tickers, options), (tickers) =>
      connection.subscribe(topic, tickers, options).pipe(
        Stream.chunks,
        Stream.map((signals) => [...signals].flatMap((signal) => (signal._tag === "Rows" ? signal.rows : []))),
        Stream.flatMap((rows: ReadonlyArray<Row>) => Stream.fromIterable(rows)),
      ),
    )
  const events = (tickers: unknown, options: Live.EventOptions = {}) =>
    checked(form("events", tickers, options), (tickers) => eventsOf(services, topic, tickers, options))
  if (topic.fill === undefined) return Object.assign(rows, { events })
  const follow = (options: Live.FollowOptions) => {
    const input = Either.gen(function* () {
      yield* Options.check(topic, "follow", options)
      const { from, ticker } = options
      const list = typeof ticker === "string" && ticker !== "*" ? [ticker] : ticker
      const tickers = yield* Options.tickers(topic, "ticker", list)
      return { tickers, from: yield* Options.from(topic, from) }
    })
    return checked(input, ({ from, tickers }) => followed(services, topic, tickers, from, options))
  }
  return Object.assign(rows, { events, follow })
}

const millis = (duration: Duration.DurationInput | undefined, byDefault: number) =>
  duration === undefined ? byDefault : Duration.toMillis(duration)

const identity = (row: Row): Row => row

const specOf = (
  { fill, ...topic }: Topic.Any,
  tickers: ReadonlyArray<string> | "*",
  options: Live.EventOptions,
  from: number | undefined,
): Machine.Spec<Row, Row> => {
  const hasAll = fill !== undefined && topic.key !== undefined
  return {
    tickers,
    tickerOf: ({ ticker }) => ticker,
    common: fill?.ofLive ?? identity,
    time: topic.time,
    key: topic.key as ((row: Row) => string | number) | undefined,
    late: topic.late,
    volume: hasAll ? topic.dayVolume : undefined,
    span: fill?.span ?? 0,
    unfilled: !hasAll
      ? `no endpoint has the rows of ${topic.name}`
      : tickers === "*" && fill.snapshot === undefined
        ? "no endpoint tells which tickers have missed rows: subscribe a list of tickers"
        : undefined,
    snapshot: fill?.snapshot !== undefined && topic.dayVolume !== undefined,
    settle: millis(options.fill?.settle, 5000),
    within: millis(options.fill?.within, 60_000),
    requests: options.fill?.requests ?? 200,
    capacity: options.buffer?.rows ?? 65_536,
    from,
  }
}

/** Endpoints that fill a topic, as methods. */
const sourcesOf = ({ data }: Services, { fill, name }: Topic.Any) => {
  const methods = Client.make({
    ...(fill && { rows: fill.endpoint }),
    ...(fill?.snapshot && { volumes: fill.snapshot.endpoint }),
  } as { readonly rows: Topic.Fill<Row, Row>["endpoint"] }).pipe(Effect.provideService(MarketData, data))
  const never = Effect.dieMessage(`${name} is not filled`)
  return Effect.map(methods, (methods) => ({
    serviceTime: data.serviceTime,
    rows: (ticker: string, from: number, to: number): Stream.Stream<Row, MarketDataError> =>
      fill === undefined
        ? Stream.fromEffect(never)
        : Stream.mapChunks(
            methods.rows.stream(fill.request(ticker, from, to) as never) as Stream.Stream<Row, MarketDataError>,
            (rows) => Chunk.map(rows, (row) => fill.ofHistory(row as never, ticker)),
          ),
    volumes:
      fill?.snapshot === undefined
        ? never
        : Effect.map(
            (methods as unknown as { volumes: (request: object) => Effect.Effect<never, MarketDataError> }).volumes(
              fill.snapshot.request,
            ),
            (answer) => new Map(fill.snapshot!.volumes(answer)),
          ),
  }))
}

/** Signals of a subscription for a stream of events, in which an overflow is a gap. */
const signalsOf = (
  { connection }: Services,
  topic: Topic.Any,
  tickers: ReadonlyArray<string> | "*",
  { buffer, onInvalidRow }: Live.EventOptions,
) =>
  connection.subscribe(topic, tickers, {
    onInvalidRow,
    // protects: A consumer that is slow for a while does not end a stream that can be filled.
    // mutant: "fill a cut from the endpoint": { overflow: "dropOldest", ...buffer } → buffer
    buffer: topic.kind === "log" && topic.key !== undefined ? { overflow: "dropOldest", ...buffer } : buffer,
  })

const eventsOf = (
  services: Services,
  topic: Topic.Any,
  tickers: ReadonlyArray<string> | "*",
  options: Live.EventOptions,
) =>
  Stream.unwrap(
    Effect.map(sourcesOf(services, topic), (sources) =>
      Events.stream(() => Machine.make(specOf(topic, tickers, options, undefined)), {
        ...sources,
        signals: signalsOf(services, topic, tickers, options),
        save: undefined,
      }),
    ),
    // Only the history of `follow` fails a stream: of a gap, a failure is told.
  ) as Stream.Stream<Live.Event<Row>, never>

const followed = (
  services: Services,
  topic: Topic.Any,
  tickers: ReadonlyArray<string> | "*",
  from: number,
  options: Live.FollowOptions,
) =>
  Stream.unwrap(
    Effect.gen(function* () {
      const { checkpoint } = options
      const spec = specOf(topic, tickers, options, from)
      const saved =
        checkpoint === undefined
          ? undefined
          : yield* (
              (services.data.positions as Positions.Open | undefined)?.(topic, checkpoint, from, spec) ??
              Options.refuseCheckpoint(topic, undefined, "omitted, or Checkpoints.layer provided")
            )
      const sources = yield* sourcesOf(services, topic)
      return Events.stream(() => Machine.make(spec, saved?.positions), {
        ...sources,
        signals: signalsOf(services, topic, tickers, options),
        save: saved?.save,
      })
    }),
  )
