/**
 * Makes the methods of a live service from its topics.
 *
 * @module
 */
import * as Chunk from "effect/Chunk"
import type * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import * as Accounts from "../internal/accounts.js"
import * as Events from "../internal/live/events.js"
import * as Known from "../internal/live/known.js"
import * as Machine from "../internal/live/machine.js"
import * as Options from "../internal/live/options.js"
import type * as Positions from "../internal/live/positions.js"
import type { Signal, StoreEnds } from "../internal/live/signal.js"
import type * as Specs from "../internal/live/spec.js"
import type * as Live from "../Live.js"
import { LiveConnection } from "../LiveConnection.js"
import { MarketData } from "../MarketData.js"
import type { LiveError } from "../LiveError.js"
import * as Request from "../Request.js"
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

/**
 * Makes methods of topics that give rows alone, without `events` and `follow`: a program that only shows what comes
 * needs no `MarketData`. If it declares its topics itself, instead of those of a service such as `StocksLive`, bundlers
 * leave out what fills gaps.
 */
export const rows = <const T extends Topic.Topics>(
  topics: T,
): Effect.Effect<Live.RowMethods<T>, never, LiveConnection> =>
  Effect.map(
    LiveConnection,
    (connection) =>
      Object.fromEntries(
        Object.entries(topics).map(([name, topic]) => [name, rowsOf(connection, topic)]),
      ) as Live.RowMethods<T>,
  )

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
      followed(
        services,
        topic,
        options,
        onTopOf({
          every: stored.every,
          ends: (...of) => Effect.provide(stored.ends(...of), context),
          rows: (...of) => Stream.provideContext(stored.rows(...of), context),
        }),
      ),
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

/** Method that gives the rows of a topic alone. */
const rowsOf =
  (connection: LiveConnection.Service, topic: Topic.Any) =>
  (given: unknown, options?: Live.Options): Stream.Stream<Row, LiveError | InvalidRequest> =>
    Stream.unwrap(
      Effect.gen(function* () {
        yield* Options.check(topic, Options.ofRows, options)
        const tickers = yield* Options.tickers(topic, "tickers", given)
        return Stream.flattenChunks(
          Stream.filterMap(connection.subscribe(topic, tickers, options), (signal) =>
            signal._tag === "Rows" ? Option.some(Chunk.unsafeFromArray(signal.rows)) : Option.none(),
          ),
        )
      }),
    )

const method = (services: Services, topic: Topic.Any) => {
  const events = (given: unknown, options: Live.EventOptions = {}) =>
    Stream.unwrap(
      Effect.gen(function* () {
        yield* Options.check(topic, Options.ofEvents, options)
        return yield* eventsOf<never>(services, topic, yield* Options.tickers(topic, "tickers", given), options)
      }),
    )
  const follow = (options: Live.FollowOptions) => followed<never>(services, topic, options)
  return Object.assign(rowsOf(services.connection, topic), topic.fill === undefined ? { events } : { events, follow })
}

/** Puts the signals of a subscription on top of others, from the positions of tickers on. */
type OnTop<E> = (
  live: Stream.Stream<Signal<Row>, LiveError>,
  spec: Specs.Spec<Row, Row>,
  positions: ReadonlyArray<Specs.TickerPosition<Row>> | undefined,
) => Stream.Stream<Signal<Row> | StoreEnds, LiveError | E>

const followed = <E>(services: Services, topic: Topic.Any, options: Live.FollowOptions, onTop?: OnTop<E>) =>
  Stream.unwrap(
    Effect.gen(function* () {
      yield* Options.check(topic, Options.ofFollow, options)
      const { ticker } = options
      // The history is requested for each ticker: `*` is none.
      const list = typeof ticker === "string" && ticker !== "*" ? [ticker] : ticker
      const tickers = yield* Options.tickers(topic, "ticker", list)
      return yield* eventsOf(services, topic, tickers, options, yield* Options.from(topic, options.from), onTop)
    }),
  )

const identity = (row: Row): Row => row

/**
 * Longest time from the end of a row to its arrival, milliseconds: clocks differ, and a delayed
 * host has rows 15 minutes late. Which host it is cannot be told from a URL.
 */
const longestDelay = ({ delayed }: Pick<Topic.Any, "delayed">): number => (delayed ? 16 : 1) * 60_000

const specOf = (
  { fill, ...topic }: Topic.Any,
  tickers: ReadonlyArray<string> | "*",
  options: Live.EventOptions,
  from: number | undefined,
): Specs.Spec<Row, Row> => {
  const hasAll = fill !== undefined && topic.key !== undefined
  const byDefault = Options.defaults
  const { requests = byDefault.requests, settle = byDefault.settle, within = byDefault.within } = options.fill ?? {}
  const longest = Duration.toMillis(within)
  return {
    ...{ tickers, requests, from, within: longest, settle: Math.min(Duration.toMillis(settle), longest) },
    ...{ time: topic.time, key: topic.key as Specs.Spec<Row, Row>["key"], late: topic.late },
    tickerOf: ({ ticker }) => ticker,
    common: fill?.ofLive ?? identity,
    volume: hasAll ? topic.dayVolume : undefined,
    span: fill?.span ?? 0,
    delay: longestDelay(topic),
    unfilled: !hasAll
      ? `no endpoint has the rows of ${topic.name}`
      : tickers === "*" && fill.snapshot === undefined
        ? "no endpoint tells which tickers have missed rows: subscribe a list of tickers"
        : undefined,
    snapshot: fill?.snapshot !== undefined && topic.dayVolume !== undefined,
    capacity: options.buffer?.rows ?? 65_536,
  }
}

/** Endpoints that fill a topic, as methods: they are asked where it is filled. */
const sourcesOf = ({ data }: Services, { fill, name }: Topic.Any) =>
  Effect.map(
    Client.make({
      ...(fill && { rows: fill.endpoint }),
      ...(fill?.snapshot && { volumes: fill.snapshot.endpoint }),
    } as never),
    ({ rows, volumes }: { readonly rows: Row; readonly volumes: Row }) => ({
      topic: name,
      serviceTime: data.serviceTime,
      rows: (ticker: string, from: number, to: number): Stream.Stream<Row, MarketDataError> =>
        Stream.mapChunks(rows.stream(fill!.request(ticker, from, to)), (some) =>
          Chunk.map(some, (row) => fill!.ofHistory(row as never, ticker)),
        ),
      volumes: Effect.suspend(() =>
        Effect.map(
          volumes(fill!.snapshot!.request) as Effect.Effect<never, MarketDataError>,
          (answer) => new Map(fill!.snapshot!.volumes(answer)),
        ),
      ),
    }),
  ).pipe(Effect.provideService(MarketData, data))

/** Streams the events of a topic, from a time on if it is given. */
const eventsOf = <E>(
  services: Services,
  topic: Topic.Any,
  tickers: ReadonlyArray<string> | "*",
  { buffer, checkpoint, onInvalidRow, ...options }: Live.EventOptions & Pick<Live.FollowOptions, "checkpoint">,
  from?: number,
  onTop: OnTop<E> | undefined = undefined,
) =>
  Effect.gen(function* () {
    const spec = specOf(topic, tickers, { ...options, buffer }, from)
    const live = services.connection.subscribe(topic, tickers, {
      onInvalidRow,
      // An overflow is a gap.
      // protects: A consumer that is slow for a while does not end a stream that can be filled.
      // mutant: "fill a cut from the endpoint": { overflow: "dropOldest", ...buffer } → buffer
      buffer: topic.kind === "log" && topic.key !== undefined ? { overflow: "dropOldest", ...buffer } : buffer,
    })
    const saved =
      checkpoint === undefined
        ? undefined
        : yield* (
            (services.data.positions as Positions.Open | undefined)?.(
              topic,
              checkpoint,
              `follow ${onTop === undefined ? "" : "a store "}from ${new Date(from!).toISOString()}`,
              spec,
            ) ?? Request.invalid(topic, "checkpoint", undefined, "omitted, or Checkpoints.layer provided")
          )
    return Events.stream<Row, Row, LiveError | E>(() => Machine.make(spec, saved?.positions), {
      ...(yield* sourcesOf(services, topic)),
      signals: onTop === undefined ? live : onTop(live, spec, saved?.positions),
      save: saved?.save,
    })
  })

/** Stored rows, below the live ones: first those from the positions on, later what is stored meanwhile. */
const onTopOf =
  <E extends { readonly message: string }>({ ends, every, rows }: Stored<Row, E>): OnTop<E> =>
  (live, spec, positions = []) => {
    const tickers = spec.tickers as ReadonlyArray<string>
    const from = spec.from!
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
