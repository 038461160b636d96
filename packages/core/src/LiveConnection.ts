/**
 * Connection to the live channel of the service: one socket for each cluster, shared by all streams of a program.
 *
 * ```ts
 * const Connected = LiveConnection.layerConfig().pipe(Layer.provide(NodeLive.layer))
 * ```
 *
 * In browsers, Bun, Deno and workers `Socket.layerWebSocketConstructorGlobal` of `@effect/platform` takes the place of
 * `NodeLive.layer`. Their sockets can neither pause, ping nor be terminated: frames wait in memory while a program is
 * too slow, silence is looked into by a repeated subscription, and a socket whose other side is silent ends with the
 * runtime's own time limit.
 *
 * @module
 */
import * as Socket from "@effect/platform/Socket"
import type * as Config from "effect/Config"
import type { ConfigError } from "effect/ConfigError"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { describe, readApiKey } from "./Connection.js"
import type * as Topic from "./declare/Topic.js"
import { InvalidOption } from "./InvalidOption.js"
import * as Configuration from "./internal/configuration.js"
import * as Channel from "./internal/live/channel.js"
import * as Frames from "./internal/live/frames.js"
import { Queue } from "./internal/live/queue.js"
import { ALL, type Subscriber } from "./internal/live/registry.js"
import type { Signal } from "./internal/live/signal.js"
import * as OptionCheck from "./internal/OptionCheck.js"
import * as Redaction from "./internal/Redaction.js"
import type { Options as StreamOptions } from "./Live.js"
import { type LiveError, Refused } from "./LiveError.js"

/** Connection to the live channel. */
export class LiveConnection extends Context.Tag("@candela/core/LiveConnection")<
  LiveConnection,
  LiveConnection.Service
>() {
  /** Makes the connection of {@link LiveConnection.layer}. */
  static readonly make = (
    options: LiveConnection.Options,
  ): Effect.Effect<LiveConnection.Service, InvalidOption, Socket.WebSocketConstructor | Scope.Scope> =>
    make(options, sourcesIn("LiveConnection.make"))

  /**
   * Connection with the given options. A socket is opened when the first stream of a cluster begins, and closed one
   * second after its last one has ended. Fails with `InvalidOption` if the URL is not an absolute `ws` or `wss` URL,
   * or if the key or another option is invalid.
   *
   * ```ts
   * LiveConnection.layer({ url: "wss://socket.massive.com", apiKey: Redacted.make("...") })
   * ```
   */
  static readonly layer = (
    options: LiveConnection.Options,
  ): Layer.Layer<LiveConnection, InvalidOption, Socket.WebSocketConstructor> =>
    Layer.scoped(LiveConnection, make(options, sourcesIn("LiveConnection.layer")))

  /**
   * {@link LiveConnection.layer} with options from the configuration of a program, by default its environment. Each
   * option, or a part of it, may be a `Config`. URL and key come from `MARKET_DATA_LIVE_URL` and
   * `MARKET_DATA_API_KEY`, unless others are given. Fails with one `ConfigError` that names all missing variables.
   */
  static readonly layerConfig = (
    options: Config.Config.Wrap<LiveConnection.Options> | LiveConnection.ConfigOptions = {},
  ): Layer.Layer<LiveConnection, ConfigError | InvalidOption, Socket.WebSocketConstructor> =>
    Layer.scoped(
      LiveConnection,
      Effect.flatMap(Configuration.read<LiveConnection.Options>(options, environment), ([read, sources]) =>
        make(read, { ...sources, layer: "LiveConnection.layerConfig" }),
      ),
    )
}

/** Types of the connection. */
export declare namespace LiveConnection {
  /** How a lost connection is made again. */
  interface Reconnect {
    /** Delay after the first loss; each further one takes twice as long, less a random part. Default 250 ms. */
    readonly first?: Duration.DurationInput | undefined
    /** Longest delay. Default 30 seconds. */
    readonly longest?: Duration.DurationInput | undefined
    /**
     * Attempts in a row after which streams fail with `Disconnected`. An attempt does not count if its connection
     * lived for 10 seconds. Default: 6 for the first connection of a cluster, none for one that was lost.
     */
    readonly attempts?: number | undefined
  }

  /** Options of the connection. */
  interface Options {
    /** URL of the live channel, without the cluster: `wss://socket.massive.com`; delayed plans have another host. */
    readonly url: string | URL
    /** API key. It is sent in a message, never in the URL. */
    readonly apiKey: Redacted.Redacted | string
    /** URLs of topics with a host of their own, by subscription plan. Default: `url`. */
    readonly feeds?: { readonly [F in Exclude<Topic.Feed, "market">]?: string | URL | undefined } | undefined
    /** How a lost connection is made again. */
    readonly reconnect?: Reconnect | undefined
    /**
     * Silence after which a connection is checked, while a market trades whose liquid tickers have rows in each
     * minute: it is made again if no sign of life follows, or if rows of `"*"` came and none has for 75 seconds.
     * Default 30 seconds; `Duration.infinity` for never.
     */
    readonly stale?: Duration.DurationInput | undefined
    /** Time after which a connection is made again by plan, before a proxy ends it. Default: never. */
    readonly renew?: Duration.DurationInput | undefined
    /** By how much the rows of the host are late by its plan, for the metric of the lag. Default: none. */
    readonly delay?: Duration.DurationInput | undefined
    /** Whether checks of rows may be compiled with `new Function`. Default true. */
    readonly codeGeneration?: boolean | undefined
  }

  /** Options of `LiveConnection.layerConfig`. */
  type ConfigOptions = Configuration.Wrap<Options>

  /** What is known of the connection of a cluster. */
  interface State {
    /** Cluster of the connection. */
    readonly cluster: Topic.Cluster
    /** Host, by subscription plan. */
    readonly feed: Topic.Feed
    /** Time since which it is connected, epoch milliseconds; absent while it is not. */
    readonly since?: number | undefined
    /** Pairs of topic and ticker that the service has acknowledged, as it spells them: `AM.AAPL`. */
    readonly subscribed: ReadonlyArray<string>
    /** Number of streams. */
    readonly streams: number
    /** Number of received frames that wait to be read. It grows if the program is too slow for its subscriptions. */
    readonly waitingFrames: number
    /** Number of rows that wait for the consumers of the streams. */
    readonly bufferedRows: number
  }

  /** A connection. */
  interface Service {
    /**
     * Subscribes tickers of a topic while the stream runs. The subscriptions of all streams are joined: a pair is
     * subscribed while one of them wants it.
     */
    readonly subscribe: <Row>(
      topic: Topic.Topic<Row, unknown, boolean>,
      tickers: ReadonlyArray<string> | "*",
      options?: StreamOptions,
    ) => Stream.Stream<Signal<Row>, LiveError>
    /** What is known of the connections, one for each cluster and host that was used. */
    readonly state: Effect.Effect<ReadonlyArray<State>>
  }
}

const environment: Configuration.Environment = {
  tag: "LiveConnection",
  url: ["url", "MARKET_DATA_LIVE_URL"],
  example:
    "set the URL of the live channel (wss://socket.massive.com) and your key; or start the sandbox with npx candela-sandbox, and set ws://127.0.0.1:8787 and the key sandbox",
}

/** Settings of options, for errors. */
interface Sources {
  readonly layer: string
  readonly urlFrom: string
  readonly keyFrom: string
}

const sourcesIn = (layer: string): Sources => ({ layer, urlFrom: `url of ${layer}`, keyFrom: `apiKey of ${layer}` })

/** Checks a URL. On the left is the fault, with what may be shown of the value. */
const readUrl = (value: string | URL): Either.Either<URL, string> => {
  const url = URL.canParse(value) ? new URL(value) : undefined
  return url && /^wss?:$/.test(url.protocol) && url.search + url.username + url.password === ""
    ? Either.right(url)
    : Either.left(
        `the URL must be an absolute ws or wss URL without query and password (the key is apiKey), such as wss://socket.massive.com or ws://127.0.0.1:8787, but ${describe(value, "ws")}`,
      )
}

/** Rows that wait for the consumer of a stream, unless it says another number. */
const ROWS = 65_536

/** Tickers that would be several in a message, or all of them. */
const unspeakable = /[\s,*]|^$/

const make = (
  options: LiveConnection.Options,
  { keyFrom, layer, urlFrom }: Sources,
): Effect.Effect<LiveConnection.Service, InvalidOption, Socket.WebSocketConstructor | Scope.Scope> =>
  Effect.gen(function* () {
    const { codeGeneration = true, delay = 0, feeds = {}, reconnect = {}, renew = Infinity, stale = 30_000 } = options
    const scope = yield* Effect.scope
    const construct = yield* Socket.WebSocketConstructor
    const apiKey = yield* Either.mapLeft(
      readApiKey(options.apiKey),
      (detail) => new InvalidOption({ option: keyFrom, detail }),
    )
    const { text: redact } = Redaction.make(apiKey)
    const url = (value: string | URL, option: string) =>
      Either.mapLeft(readUrl(value), (detail) => new InvalidOption({ option, detail: redact(detail) }))
    const market = yield* url(options.url, urlFrom)
    const urls: Record<Topic.Feed, URL> = {
      market,
      business: feeds.business === undefined ? market : yield* url(feeds.business, `feeds.business of ${layer}`),
      launchpad: feeds.launchpad === undefined ? market : yield* url(feeds.launchpad, `feeds.launchpad of ${layer}`),
    }
    const millis = (option: string, value: Duration.DurationInput) =>
      Effect.map(OptionCheck.duration(`${option} of ${layer}`, value), Duration.toMillis)
    /** A time that repeats: none would repeat without a pause. */
    const period = (option: string, value: Duration.DurationInput) =>
      Effect.filterOrFail(
        millis(option, value),
        // protects: A connection is not made again without a pause.
        // mutant: "options that can be": >= 1000 → >= 0
        (read) => read >= 1000,
        () =>
          new InvalidOption({ option: `${option} of ${layer}`, detail: "it must be a duration of at least a second" }),
      )
    const { attempts } = reconnect
    if (attempts !== undefined && attempts !== Infinity)
      yield* OptionCheck.count(`reconnect.attempts of ${layer}`, attempts)
    const shared = {
      apiKey,
      construct,
      redact,
      urlFrom,
      decoderOf: Frames.decoders(codeGeneration, redact),
      settings: {
        attempts,
        first: yield* millis("reconnect.first", reconnect.first ?? 250),
        longest: yield* millis("reconnect.longest", reconnect.longest ?? 30_000),
        stale: yield* period("stale", stale),
        renew: yield* period("renew", renew),
        delay: yield* millis("delay", delay),
      },
    }
    const channels = new Map<string, Channel.Channel & Pick<LiveConnection.State, "feed">>()
    yield* Effect.addFinalizer(() => Effect.sync(() => channels.forEach(({ close }) => close())))

    const channelOf = ({ cluster, feed }: Topic.Any) => {
      const base = urls[feed as Topic.Feed]
      const key = `${cluster} ${base.href}`
      let channel = channels.get(key)
      if (channel === undefined) {
        const url = new URL(base)
        url.pathname = `${base.pathname.replace(/\/$/, "")}/${cluster}`
        channels.set(key, (channel = { ...Channel.make(shared, cluster, url, scope), feed }))
      }
      return channel
    }

    const subscribe: LiveConnection.Service["subscribe"] = <Row>(
      topic: Topic.Topic<Row, unknown, boolean>,
      tickers: ReadonlyArray<string> | "*",
      { buffer = {}, onInvalidRow }: StreamOptions = {},
    ) =>
      Stream.fromPull(
        Effect.gen(function* () {
          const channel = channelOf(topic)
          const { every = 0, overflow = topic.kind === "log" ? "fail" : "conflate", rows = ROWS } = buffer
          const policy = { rows, overflow, every: Duration.toMillis(every) }
          const queue = new Queue<Row>(topic, policy)
          const spelled =
            tickers === ALL
              ? [[ALL, ALL] as const]
              : tickers.map((ticker) => [topic.spelling.toWire(ticker), ticker] as const)
          const wrong = tickers === ALL ? [] : spelled.filter(([spelled]) => unspeakable.test(spelled))
          if (wrong.length > 0) {
            const { cluster, origin } = channel
            const detail = "these are no tickers. Write each ticker as a text of its own."
            const names = wrong.map(([, ticker]) => redact(ticker))
            queue.fail(new Refused({ cluster, origin, urlFrom, topic: topic.name, tickers: names, detail }))
            return queue.take
          }
          const subscriber = {
            topic,
            tickers: new Map(spelled),
            queue,
            isSkipping: onInvalidRow === "skip",
          } as unknown as Subscriber
          yield* Effect.acquireRelease(channel.join(subscriber), () => channel.leave(subscriber))
          return queue.take
        }),
      )

    const state = Effect.sync(() =>
      [...channels.values()].map(({ cluster, feed, registry, state }): LiveConnection.State => ({
        cluster: cluster as Topic.Cluster,
        feed,
        ...(state.since !== undefined && { since: state.since }),
        subscribed: [...registry.held],
        streams: registry.subscribers.size,
        waitingFrames: state.waitingFrames,
        bufferedRows: [...registry.subscribers].reduce((sum, { queue }) => sum + queue.size, 0),
      })),
    )

    return { subscribe, state }
  })
