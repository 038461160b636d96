/** What the live channel costs at its limits. Each function reports one amount: milliseconds, or megabytes. */
import type * as Topic from "@candela/core/declare/Topic"
import { LiveConnection } from "@candela/core/LiveConnection"
import * as NodeLive from "@candela/node/NodeLive"
import { Sandbox } from "@candela/sandbox/Sandbox"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { WebSocket } from "ws"
import { type Measured, peakRss, quantile } from "../../Contender.js"
import { TICKERS } from "../../Frames.js"
import * as Stopwatch from "../../Stopwatch.js"
import type { LiveInput } from "./live.js"
import { bars, quotes, trades } from "./topics.js"

type Limit = (input: LiveInput) => Promise<Measured>

const amount = (amount: number): Measured => ({ milliseconds: amount, rows: 0, checksum: "", peakRss: peakRss() })

/** A limit of programs with a connection. */
const limit =
  (program: Effect.Effect<number, unknown, LiveConnection | Scope.Scope>): Limit =>
  ({ url }) =>
    program.pipe(
      Effect.map(amount),
      Effect.scoped,
      Effect.provide(
        Layer.provide(
          LiveConnection.layer({ url, apiKey: "key", reconnect: { first: FIRST, longest: FIRST } }),
          NodeLive.layer,
        ),
      ),
      Effect.runPromise,
    )

/** Delay before a connection is made again, milliseconds. */
const FIRST = 10

/** The time of an effect, milliseconds. */
const timed = <E, R>(effect: Effect.Effect<unknown, E, R>): Effect.Effect<number, E, R> =>
  Effect.suspend(() => {
    const start = Stopwatch.now()
    return Effect.map(effect, () => Stopwatch.now() - start)
  })

/** Megabytes of the heap that are in use. */
const heap = Effect.sync(() => {
  setFlagsFromString("--expose-gc")
  const collect = runInNewContext("gc") as () => void
  collect()
  return process.memoryUsage().heapUsed / 1e6
})

const tickers = (count: number) => Array.from({ length: count }, (_, index) => `N${index}`)

/** A stream in the background: returns it once it is subscribed. */
const started = <Row>(topic: Topic.Topic<Row, unknown, boolean>, tickers: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const subscribed = yield* Deferred.make<void>()
    const { subscribe } = yield* LiveConnection
    const fiber = yield* subscribe(topic, tickers, { buffer: { rows: 1_000, overflow: "dropOldest" } }).pipe(
      Stream.runForEach(({ _tag }) =>
        Effect.when(Deferred.succeed(subscribed, undefined), () => _tag === "Subscribed"),
      ),
      Effect.forkScoped,
    )
    yield* Deferred.await(subscribed)
    return fiber
  })

/** Reads trades until the last one. */
const toTheEnd = Effect.flatMap(LiveConnection, ({ subscribe }) =>
  subscribe(trades, TICKERS).pipe(
    Stream.takeWhile((signal) => signal._tag !== "Rows" || signal.rows.every(({ price }) => price >= 0)),
    Stream.runDrain,
  ),
)

/** The 99th percentile of the lateness of a timer while something runs. */
const lateness = <E, R>(running: Effect.Effect<unknown, E, R>) =>
  Effect.gen(function* () {
    const late: Array<number> = []
    const every = 10
    let due = Stopwatch.now() + every
    const timer = setInterval(() => {
      late.push(Math.max(0, Stopwatch.now() - due))
      due = Stopwatch.now() + every
    }, every)
    yield* Effect.ensuring(
      running,
      Effect.sync(() => clearInterval(timer)),
    )
    return quantile(late, 0.99)
  })

/** Lateness of a timer in an idle process. */
export const idle = limit(lateness(Effect.sleep("3 seconds")))

/** Lateness of a timer while streams read as fast as they can. */
export const busy = limit(
  Effect.gen(function* () {
    yield* started(quotes, TICKERS)
    yield* started(bars, TICKERS)
    return yield* lateness(toTheEnd)
  }),
)

/** Heap of one stream of 10,000 tickers. */
export const wide = limit(
  Effect.gen(function* () {
    const all = tickers(10_000)
    yield* started(trades, ["FIRST"])
    const before = yield* heap
    yield* started(quotes, all)
    return (yield* heap) - before
  }),
)

/** Heap of a stream whose consumer has stopped, with a buffer of 1,000 rows, while others read 100 MB. */
export const stopped = limit(
  Effect.gen(function* () {
    const { subscribe } = yield* LiveConnection
    yield* started(bars, TICKERS)
    yield* subscribe(quotes, TICKERS, { buffer: { rows: 1_000, overflow: "dropOldest" } }).pipe(
      Stream.runForEach(({ _tag }) => (_tag === "Rows" ? Effect.never : Effect.void)),
      Effect.forkScoped,
    )
    const before = yield* heap
    yield* toTheEnd
    return (yield* heap) - before
  }),
)

/** The longest time from a cut to the next acknowledgement. */
export const reconnected = limit(
  Effect.gen(function* () {
    const { subscribe } = yield* LiveConnection
    const times: Array<number> = []
    let lost = 0
    yield* subscribe(trades, TICKERS).pipe(
      Stream.runForEachWhile(({ _tag }) =>
        Effect.sync(() => {
          if (_tag === "Lost") lost = Stopwatch.now()
          else if (lost > 0) times.push(Stopwatch.now() - lost)
          return times.length < CUTS
        }),
      ),
    )
    return Math.max(...times) - FIRST
  }),
)

/** Number of cuts. */
export const CUTS = 20

/** Time in which 10,000 pairs are subscribed. */
export const pairs = limit(
  Effect.gen(function* () {
    yield* started(trades, ["FIRST"])
    return yield* timed(started(quotes, tickers(10_000)))
  }),
)

/** The longest time in which one of 20 streams is interrupted whose service answers nothing more. */
export const interrupted = limit(
  Effect.gen(function* () {
    const all = tickers(2_000)
    const fibers = yield* Effect.forEach(
      Array.from({ length: 20 }, (_, index) => all.slice(index * 100, (index + 1) * 100)),
      (some) => started(quotes, some),
      { concurrency: "unbounded" },
    )
    yield* Effect.sleep("100 millis")
    return Math.max(...(yield* Effect.forEach(fibers, (fiber) => timed(Fiber.interrupt(fiber)))))
  }),
)

/** Time in which the socket of a service is gone that answers nothing more. */
export const closed: Limit = async (input) => {
  let start = 0
  await limit(
    Effect.gen(function* () {
      yield* started(trades, ["FIRST"])
      yield* Effect.sleep("100 millis")
      start = Stopwatch.now()
      return 0
    }),
  )(input)
  while (process.getActiveResourcesInfo().includes("TCPSocketWrap")) await new Promise((next) => setTimeout(next, 5))
  return amount(Stopwatch.now() - start)
}

/** Time in which a sandbox stops whose live client answers nothing, less its grace period. */
export const sandbox = async (): Promise<Measured> => {
  const grace = 500
  const stop = Effect.gen(function* () {
    const scope = yield* Scope.make()
    const context = yield* Layer.buildWithScope(Sandbox.layerServer({ grace }), scope)
    const { baseUrl } = yield* Effect.provide(Sandbox, context)
    const socket = new WebSocket(`${baseUrl.replace("http", "ws")}/stocks`)
    yield* Effect.promise(() => new Promise((open) => socket.once("message", open)))
    socket.on("error", () => undefined)
    socket.pause()
    const time = yield* timed(Scope.close(scope, Exit.void))
    socket.terminate()
    return time
  })
  return amount((await Effect.runPromise(stop)) - grace)
}
