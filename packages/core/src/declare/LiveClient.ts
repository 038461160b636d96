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
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import * as Accounts from "../internal/accounts.js"
import * as Events from "../internal/live/events.js"
import * as Known from "../internal/live/known.js"
import * as Machine from "../internal/live/machine.js"
import * as Options from "../internal/live/options.js"
import type * as Positions from "../internal/live/positions.js"
import type * as Specs from "../internal/live/spec.js"
import type * as Live from "../Live.js"
import { LiveConnection } from "../LiveConnection.js"
import { MarketData } from "../MarketData.js"
import type { LiveError } from "../LiveError.js"
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
  Effect.map(servicesOf, (services) => {
    const methods = Object.entries(topics).map(([name, topic]) => [name, method(services, topic)])
    return Accounts.belongs(Object.fromEntries(methods) as Live.Methods<T>, services.data.connection)
  })

/** Final rows that are at hand, so that they need not be requested: those of a store. */
export interface Stored<Row, E = never, R = never> {
  /** Returns the end of the final rows of each ticker, epoch milliseconds: all from an instant up to it are there. */
  readonly ends: (tickers: ReadonlyArray<string>, from: number) => Effect.Effect<ReadonlyMap<string, number>, E, R>
  /** Streams the final rows of a ticker from an instant up to another, epoch milliseconds, in ascending order. */
  readonly rows: (ticker: string, from: number, to: number) => Stream.Stream<Row, E, R>
  /** Time between two looks at the ends: a sync moves them. */
  readonly every: Duration.DurationInput
}

/**
 * The stream of a topic's method `follow`, on top of stored rows: these come first, the endpoint is asked for what is
 * after them, and what is stored later is told as {@link Live.Settled}. A look at the store that fails while rows are
 * followed is logged as a warning, and repeated.
 */
export const follow = <Row, History, Wildcard extends boolean, E extends { readonly message: string }, R>(
  topic: Topic.Topic<Row, History, Wildcard>,
  options: Live.FollowOptions,
  stored: Stored<History, E, R>,
): Stream.Stream<
  Live.Event<History> | Live.Settled,
  LiveError | MarketDataError | E,
  R | LiveConnection | MarketData
> =>
  Stream.unwrap(
    Effect.map(Effect.zip(servicesOf, Effect.context<R>()), ([services, context]) =>
      followed(services, topic, options, {
        every: stored.every,
        ends: (...of) => Effect.provide(stored.ends(...of), context),
        rows: (...of) => Stream.provideContext(stored.rows(...of), context),
      }),
    ),
  )

interface Services {
  readonly connection: LiveConnection.Service
  readonly data: MarketData.Service
}

const servicesOf: Effect.Effect<Services, never, LiveConnection | MarketData> = /* @__PURE__ */ Effect.gen(
  function* () {
    const data = yield* Accounts.taken(MarketData)
    return { connection: yield* LiveConnection, data }
  },
)

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
        Stream.filterMap((signal): Option.Option<Chunk.Chunk<Row>> =>
          signal._tag === "Rows" ? Option.some(Chunk.unsafeFromArray(signal.rows)) : Option.none(),
        ),
        Stream.flattenChunks,
      ),
    )
  const events = (tickers: unknown, options: Live.EventOptions = {}) =>
    checked(form("events", tickers, options), (tickers) => eventsOf(services, topic, tickers, options))
  if (topic.fill === undefined) return Object.assign(rows, { events })
  const follow = (options: Live.FollowOptions) => followed<never>(services, topic, options)
  return Object.assign(rows, { events, follow })
}

const millis = (duration: Duration.DurationInput | undefined, byDefault: number) =>
  duration === undefined ? byDefault : Duration.toMillis(duration)

const identity = (row: Row): Row => row

/** The delayed host has rows 15 minutes late, and clocks differ. */
const minute = 60_000

const specOf = (
  { fill, ...topic }: Topic.Any,
  tickers: ReadonlyArray<string> | "*",
  options: Live.EventOptions,
  from: number | undefined,
): Specs.Spec<Row, Row> => {
  const hasAll = fill !== undefined && topic.key !== undefined
  const within = millis(options.fill?.within, Options.defaults.within)
  return {
    tickers,
    tickerOf: ({ ticker }) => ticker,
    common: fill?.ofLive ?? identity,
    time: topic.time,
    key: topic.key as ((row: Row) => string | number) | undefined,
    late: topic.late,
    volume: hasAll ? topic.dayVolume : undefined,
    span: fill?.span ?? 0,
    delay: topic.delayed ? 16 * minute : minute,
    unfilled: !hasAll
      ? `no endpoint has the rows of ${topic.name}`
      : tickers === "*" && fill.snapshot === undefined
        ? "no endpoint tells which tickers have missed rows: subscribe a list of tickers"
        : undefined,
    snapshot: fill?.snapshot !== undefined && topic.dayVolume !== undefined,
    settle: Math.min(millis(options.fill?.settle, Options.defaults.settle), within),
    within,
    requests: options.fill?.requests ?? Options.defaults.requests,
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
    topic: name,
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

const followed = <E extends { readonly message: string }>(
  services: Services,
  topic: Topic.Any,
  options: Live.FollowOptions,
  stored?: Stored<Row, E>,
) => {
  const input = Either.gen(function* () {
    yield* Options.check(topic, "follow", options)
    const { from, ticker } = options
    const list = typeof ticker === "string" && ticker !== "*" ? [ticker] : ticker
    // The history is requested for each ticker: `*` is none.
    const tickers = (yield* Options.tickers(topic, "ticker", list)) as ReadonlyArray<string>
    return { tickers, from: yield* Options.from(topic, from) }
  })
  return checked(input, ({ from, tickers }) =>
    Stream.unwrap(
      Effect.gen(function* () {
        const { checkpoint } = options
        const spec = specOf(topic, tickers, options, from)
        const request = `follow ${stored === undefined ? "" : "a store "}from ${new Date(from).toISOString()}`
        const saved =
          checkpoint === undefined
            ? undefined
            : yield* (
                (services.data.positions as Positions.Open | undefined)?.(topic, checkpoint, request, spec) ??
                Options.refuseCheckpoint(topic, undefined, "omitted, or Checkpoints.layer provided")
              )
        const live = signalsOf(services, topic, tickers, options)
        const sources = yield* sourcesOf(services, topic)
        return Events.stream(() => Machine.make(spec, saved?.positions), {
          ...sources,
          signals: stored === undefined ? live : onTopOf(stored, live, tickers, from, saved?.positions),
          save: saved?.save,
        })
      }),
    ),
  )
}

/** Signals of stored rows, from the positions of tickers on, then those of the channel and what is stored meanwhile. */
const onTopOf = <E extends { readonly message: string }>(
  { ends, every, rows }: Stored<Row, E>,
  live: ReturnType<typeof signalsOf>,
  tickers: ReadonlyArray<string>,
  from: number,
  positions: ReadonlyArray<Specs.TickerPosition<Row>> = [],
) => {
  // protects: A program that goes on is not told again what it had of the store.
  // mutant: "goes on after each kill": known.last - Known.overlap → from
  const starts = new Map(positions.map(({ known, ticker }) => [ticker, known.last - Known.overlap]))
  const rowsUpTo = (ends: ReadonlyMap<string, number>) => (ticker: string) => {
    const [start, end] = [Math.max(from, starts.get(ticker) ?? from), ends.get(ticker) ?? from]
    return start < end ? Stream.chunks(Stream.rechunk(rows(ticker, start, end), 1024)) : Stream.empty
  }
  const first = Stream.unwrap(
    Effect.map(ends(tickers, from), (ends) =>
      Stream.fromIterable(tickers).pipe(
        Stream.flatMap(rowsUpTo(ends)),
        Stream.map((rows) => ({ _tag: "Rows" as const, rows: Chunk.toReadonlyArray(rows) })),
        Stream.concat(Stream.make({ _tag: "Settled" as const, ends })),
      ),
    ),
  )
  const look = Effect.matchEffect(ends(tickers, from), {
    onFailure: ({ message }) => Effect.as(Effect.logWarning(`The store is looked at again later: ${message}`), []),
    onSuccess: (ends) => Effect.succeed([{ _tag: "Settled" as const, ends }]),
  })
  const later = Stream.flattenIterables(Stream.repeatEffect(Effect.delay(look, every)))
  return Stream.concat(first, Stream.merge(live, later, { haltStrategy: "left" }))
}
