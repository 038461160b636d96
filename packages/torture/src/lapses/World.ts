/**
 * The service that the law of lapses is tried against: the sandbox in this process, whose answers
 * have lapses, and a clock that agrees with it.
 */
import { MarketData } from "@candela/core/MarketData"
import * as Retry from "@candela/core/Retry"
import { defaultNow } from "@candela/sandbox/dataset/Dataset"
import { Sandbox } from "@candela/sandbox/Sandbox"
import { Stocks } from "@candela/stocks/Stocks"
import * as Lapses from "@candela/testing/Lapses"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import { Clock, Effect, type Exit, Layer, Logger, LogLevel, type Scope } from "effect"
import { directory } from "../SandboxProcess.js"

/** What a way of reading gave. */
export interface Read {
  /** The rows. */
  readonly rows: ReadonlyArray<unknown>
  /** What its answer says of lapses, besides the log: repeated rows, invalid ones, doubts of a sync. */
  readonly told: ReadonlyArray<string>
}

/** The clock of the machine, which a day passes on. */
export interface Day {
  /** Sets the clock forward by a day. */
  readonly pass: Effect.Effect<void>
}

/** What a way of reading may use. */
export type ReadServices = Stocks | MarketData | Scope.Scope

/** A read that has ended. */
export interface EndedRead {
  readonly exit: Exit.Exit<Read, unknown>
  /** Warnings that it logged. */
  readonly warnings: ReadonlyArray<string>
  /** Whether an answer had a lapse. */
  readonly met: boolean
}

/** A sandbox without lapses, whose present is that of the catalogue's examples. */
export const client: Layer.Layer<HttpClient.HttpClient, Sandbox.Error> = Sandbox.layerHttpClient({
  directory,
})

/** A clock for one read, which runs, and can be set forward. */
const clockOf = (begin: "now" | number): Clock.Clock & Day => {
  const clock = Clock.make()
  let ahead = begin === "now" ? 0 : begin - clock.unsafeCurrentTimeMillis()
  const now = () => clock.unsafeCurrentTimeMillis() + ahead
  return Object.assign(Clock.make(), {
    currentTimeMillis: Effect.sync(now),
    unsafeCurrentTimeMillis: now,
    pass: Effect.sync(() => {
      ahead += 86_400_000
    }),
  })
}

/**
 * A client whose answers are dated by the `Clock`: the service's clock is that of the machine,
 * unless a lapse changes it.
 */
const datedBy = (client: HttpClient.HttpClient): HttpClient.HttpClient =>
  HttpClient.transformResponse(client, (response) =>
    Effect.flatMap(response, (received) =>
      Effect.map(Effect.zip(received.arrayBuffer, Clock.currentTimeMillis), ([body, now]) =>
        HttpClientResponse.fromWeb(
          received.request,
          new Response(body, {
            status: received.status,
            headers: { ...received.headers, date: new Date(now).toUTCString() },
          }),
        ),
      ),
    ),
  )

const quick = Retry.make({ base: "1 millis", cap: "1 millis" })

/** Lapses with which a client answers. */
export interface Lapsing {
  readonly seed: number
  readonly lapses: Lapses.Occurrences
}

/** Runs a read against a client with lapses. Its clock begins at the sandbox's present, or at the machine's. */
export const run = (
  client: HttpClient.HttpClient,
  { lapses, seed }: Lapsing,
  read: (day: Day) => Effect.Effect<Read, unknown, ReadServices>,
  begin: "now" | number = defaultNow,
): Effect.Effect<EndedRead> =>
  Effect.gen(function* () {
    const clock = clockOf(begin)
    const warnings: Array<string> = []
    const logger = Logger.make(({ logLevel, message }) => {
      if (LogLevel.greaterThanEqual(logLevel, LogLevel.Warning)) warnings.push(String(message))
    })
    const service = yield* Lapses.make({ seed, lapses })
    const lapsing = Layer.succeed(HttpClient.HttpClient, Lapses.wrap(datedBy(client), service))
    const connection = MarketData.layer({ baseUrl: "http://sandbox", apiKey: "sandbox", retry: quick })
    const live = Stocks.layer.pipe(Layer.provideMerge(connection), Layer.provide(lapsing))
    const exit = yield* read(clock).pipe(
      Effect.provide(live),
      Effect.scoped,
      Effect.provide(Logger.replace(Logger.defaultLogger, logger)),
      // A figure is measured without a log.
      Logger.withMinimumLogLevel(LogLevel.Warning),
      Effect.withClock(clock),
      Effect.exit,
    )
    return { exit, warnings, met: (yield* service.met).length > 0 }
  })
