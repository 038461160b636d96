/** A day of the sandbox's market that passes in seconds, in a process of its own, and its history afterwards. */
import { LiveConnection } from "@candela/core/LiveConnection"
import { MarketData } from "@candela/core/MarketData"
import type { MarketDataError } from "@candela/core/MarketDataError"
import * as Client from "@candela/core/declare/Client"
import type * as Topic from "@candela/core/declare/Topic"
import * as NodeLive from "@candela/node/NodeLive"
import type { Sandbox } from "@candela/sandbox/Sandbox"
import type { CommandExecutor } from "@effect/platform/CommandExecutor"
import type { PlatformError } from "@effect/platform/Error"
import { Chunk, type Context, type Duration, Effect, Layer, Schedule, type Scope, Stream } from "effect"
import { fileURLToPath } from "node:url"
import * as Clients from "../Clients.js"
import * as NodeProcess from "../NodeProcess.js"

/** Settings of a sandbox, as JSON can say them. */
export interface SandboxSettings extends Pick<Sandbox.Options, "keys"> {
  /** The end of its data, an instant. */
  readonly now: string
  readonly live: Omit<Sandbox.LiveOptions, "from" | "lag" | "faults"> & {
    /** Start of the clock, epoch milliseconds. */
    readonly from: number
    /** Milliseconds of the sandbox. */
    readonly lag?: number | undefined
    readonly faults?: NonNullable<Sandbox.LiveOptions["faults"]> | undefined
  }
}

/** A market that runs. */
export interface Market {
  readonly url: string
  /** Time that its requests show, epoch milliseconds. */
  readonly now: Effect.Effect<number>
}

/** The end of a day of stocks, some hours after their last trade, and a day that a data set of a few days has. */
export const [day, midnight] = ["2023-07-10", "2023-07-11T00:00:00-04:00"]

/** An instant of the day, by the time of New York. */
export const at = (time: string): number => Date.parse(`${day}T${time}:00-04:00`)

/** Longest time from a minute to its late trades, with some more, milliseconds. */
export const untilFinal = 20 * 60_000

const main = fileURLToPath(new URL("./sandboxMain.js", import.meta.url))

/** Starts a sandbox. It ends with the scope. */
export const start = (
  settings: SandboxSettings,
): Effect.Effect<Market, NodeProcess.NotStarted | PlatformError, CommandExecutor | Scope.Scope> =>
  Effect.map(NodeProcess.start(main, [JSON.stringify(settings)], /^Listening on (\S+)$/), ({ said }) => {
    const url = said[1]!
    const health = Effect.promise(async () => (await (await fetch(`${url}/health`)).json()) as { now: string })
    return { url, now: Effect.map(health, ({ now }) => Date.parse(now)) }
  })

/** How often something is looked for. */
export const often = Schedule.spaced("100 millis")

/** Looks again and again until something has come, or for so long. */
export const until = <A, E>(
  look: Effect.Effect<A, E>,
  hasCome: (value: A) => boolean,
  patience: Duration.DurationInput,
): Effect.Effect<void, E> =>
  Effect.repeat(look, { until: hasCome, schedule: often }).pipe(Effect.timeoutOption(patience), Effect.asVoid)

/** Options of a program. */
export interface ProgramOptions extends Omit<LiveConnection.Options, "url" | "apiKey"> {
  /** Its requests. */
  readonly url: string
  /** The origin of its live channel. Default: that of its requests. */
  readonly liveUrl?: string | undefined
  readonly apiKey: string
}

/** Builds the connections of a program: requests by the pool of `@candela/node`, and sockets by ws. */
export const build = ({
  apiKey,
  liveUrl,
  url,
  ...options
}: ProgramOptions): Effect.Effect<Context.Context<LiveConnection | MarketData>, never, Scope.Scope> =>
  Layer.merge(
    LiveConnection.layer({ ...options, url: (liveUrl ?? url).replace(/^http/, "ws"), apiKey }).pipe(
      Layer.provide(NodeLive.layer),
    ),
    MarketData.layer({ baseUrl: url, apiKey }).pipe(Layer.provide(Clients.node)),
  ).pipe(Layer.orDie, Layer.build)

/** Reads the rows that a topic's endpoint has of the day of a ticker, in the form in which `follow` tells them. */
export const history = <Row, History>(
  topic: Topic.Topic<Row, History, boolean>,
  ticker: string,
  from: number = at("00:00"),
): Effect.Effect<ReadonlyArray<History>, MarketDataError, MarketData> =>
  Effect.gen(function* () {
    const fill = topic.fill!
    const { rows } = yield* Client.make({ rows: fill.endpoint })
    const all = rows.stream(fill.request(ticker, from, Date.parse(midnight)) as never) as Stream.Stream<
      unknown,
      MarketDataError
    >
    return Chunk.toReadonlyArray(yield* Stream.runCollect(all)).map((row) => fill.ofHistory(row as never, ticker))
  })
