/** Two programs with one key, of which the service keeps one connection. */
import * as NodeLive from "@candela/node/NodeLive"
import { CryptoLive } from "@candela/crypto/Live"
import { LiveConnection } from "@candela/core/LiveConnection"
import { MarketData } from "@candela/core/MarketData"
import * as Socket from "@effect/platform/Socket"
import { Clock, Effect, Exit, Fiber, Layer, Stream } from "effect"
import type { Figure, Scale } from "../Figure.js"
import * as Clients from "../Clients.js"
import * as Market from "../live/Market.js"
import * as LeapingClock from "../live/LeapingClock.js"

/** Whether programs leap over their cool-downs, of a minute each. */
const leaps: Readonly<Record<Scale["name"], boolean>> = { test: true, short: true, long: false }

const apiKey = "sandbox"

/** Cool-down after an eviction, milliseconds of the programs' clock. */
const coolDown = 60_000

/** Time in which three evictions are too many, milliseconds of the programs' clock. */
const minutes = 600_000

/** A socket of a program. */
interface Noted {
  readonly opened: number
  /** Time at which the service told that it has too many. */
  evicted?: number
}

/** A program, with its sockets. */
const program = (url: string) =>
  Effect.gen(function* () {
    const clock = yield* Effect.clock
    const construct = yield* Effect.provide(Socket.WebSocketConstructor, NodeLive.layer)
    const sockets: Array<Noted> = []
    const noting: typeof construct = (url, protocols) => {
      const noted: Noted = { opened: clock.unsafeCurrentTimeMillis() }
      const socket = construct(url, protocols)
      sockets.push(noted)
      socket.addEventListener("message", ({ data }) => {
        if (String(data).includes("max_connections")) noted.evicted = clock.unsafeCurrentTimeMillis()
      })
      return socket
    }
    const connections = yield* Layer.build(
      Layer.merge(
        LiveConnection.layer({ url: url.replace(/^http/, "ws"), apiKey, stale: Infinity }).pipe(
          Layer.provide(Layer.succeed(Socket.WebSocketConstructor, noting)),
        ),
        MarketData.layer({ baseUrl: url, apiKey }).pipe(Layer.provide(Clients.node)),
      ).pipe(Layer.orDie),
    )
    const live = yield* Effect.provide(CryptoLive.make, connections)
    let rows = 0
    const fiber = yield* Effect.fork(Stream.runForEach(live.minuteBars("*"), () => Effect.sync(() => void (rows += 1))))
    return { sockets, fiber, rows: () => rows }
  })

export const liveEvictions: Figure = {
  name: "live-evictions",
  what: "two programs with one key, of which the service keeps one connection: the older or the newer one",
  bound:
    "after an eviction a program waits for 60 s; after the third in ten minutes its stream ends with Evicted, and it connects no more; the other one goes on",
  run: ({ name, seed }, say) =>
    Effect.gen(function* () {
      const clock = () => (leaps[name] ? LeapingClock.make() : Clock.make())
      const violations: Array<string> = []
      let [evictions, connections] = [0, 0]
      let shortest = Infinity

      const pair = (evicted: "older" | "newer") =>
        Effect.gen(function* () {
          const live = { from: Market.at("00:00"), speed: 60, evicted }
          const market = yield* Market.start({ now: Market.midnight, keys: { [apiKey]: "business" }, live })
          const begin = Effect.suspend(() => Effect.withClock(program(market.url), clock()))
          const programs = [yield* begin]
          yield* Market.until(Effect.sync(programs[0]!.rows), (rows) => rows > 0, "1 minute")
          programs.push(yield* begin)
          const [first, second] = programs as [(typeof programs)[0], (typeof programs)[0]]
          const ended = yield* Effect.raceFirst(
            Effect.map(Fiber.await(first.fiber), (exit) => ({ exit, gone: first, other: second })),
            Effect.map(Fiber.await(second.fiber), (exit) => ({ exit, gone: second, other: first })),
          ).pipe(Effect.timeoutOption("10 minutes"))
          if (ended._tag === "None") return violations.push(`seed ${seed}, ${evicted}: no program was ended`)
          const { exit, gone, other } = ended.value
          const error = Exit.isFailure(exit) ? String(exit.cause) : "without an error"
          if (!error.includes("Another program uses this key")) violations.push(`seed ${seed}, ${evicted}: ${error}`)
          const [rows, sockets] = [other.rows(), gone.sockets.length]
          // Longer than a cool-down.
          yield* Effect.sleep(leaps[name] ? "4 seconds" : "90 seconds")
          if (other.rows() === rows) violations.push(`seed ${seed}, ${evicted}: the other program had no row more`)
          if (gone.sockets.length > sockets) violations.push(`seed ${seed}, ${evicted}: the ended one connected again`)
          for (const { sockets } of programs) {
            connections += sockets.length
            sockets.forEach(({ evicted: at }, index) => {
              if (at === undefined) return
              evictions += 1
              const next = sockets[index + 1]
              if (next !== undefined) shortest = Math.min(shortest, next.opened - at)
            })
          }
          const times = gone.sockets.flatMap(({ evicted }) => evicted ?? [])
          if (times.length !== 3 || times[2]! - times[0]! > minutes)
            violations.push(`seed ${seed}, ${evicted}: it was ended after ${times.length} evictions`)
          yield* say(`the ${evicted} one is evicted: ${gone.sockets.length} and ${other.sockets.length} connections`)
          yield* Effect.forEach(programs, ({ fiber }) => Fiber.interrupt(fiber))
        }).pipe(Effect.scoped)

      yield* Effect.forEach(["older", "newer"] as const, pair, { concurrency: "unbounded" })
      if (shortest < coolDown) violations.push(`seed ${seed}: connected again after ${shortest} ms`)
      return {
        measured: `4 programs, ${connections} connections, ${evictions} evictions, the next connection after ${(shortest / 1000).toFixed(1)} s at least${leaps[name] ? ", by a clock that leaps" : ""}`,
        violations,
      }
    }),
}
