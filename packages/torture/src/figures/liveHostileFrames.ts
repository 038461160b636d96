/** A live channel that sends what no service should. */
import { LiveConnection } from "@candela/core/LiveConnection"
import { StocksLive } from "@candela/stocks/Live"
import { Deferred, Effect, Random, Stream } from "effect"
import type { Figure, Scale } from "../Figure.js"
import * as Hostile from "../live/Hostile.js"
import * as Market from "../live/Market.js"
import * as Service from "../live/Service.js"

/** Number of hostile frames whose connection goes on, and how often each that ends its connection comes. */
const sizes: Readonly<Record<Scale["name"], { readonly frames: number; readonly rounds: number }>> = {
  test: { frames: 600, rounds: 1 },
  short: { frames: 10_000, rounds: 5 },
  long: { frames: 200_000, rounds: 50 },
}

const apiKey = "a-key-of-torture"

/** Time in which a client must refuse a frame, milliseconds. */
const patience = 10_000

export const liveHostileFrames: Figure = {
  name: "live-hostile-frames",
  what: "hostile frames of the live channel: mutated, half, nested, odd numbers, unknown topics, broken frames",
  bound: "each costs itself alone: all other rows come, once and in order; none is wrong, no prototype changes",
  run: ({ name, seed }, say) =>
    Effect.gen(function* () {
      const { frames, rounds } = sizes[name]
      const violations: Array<string> = []
      const ends = [...Object.entries(Hostile.refused), ["half a frame", Hostile.half] as const]
      const deaths = Array.from({ length: rounds }, () => ends).flat()
      const perConnection = Math.ceil(frames / (deaths.length + 1))
      const done = yield* Deferred.make<void>()
      const random = Random.make(`${seed} live-hostile-frames`)
      let sent = 0
      const good = () => [Hostile.bands(sent), JSON.stringify(Hostile.trade(`good-${sent++}`))]

      /** Hostile frames with good rows among them, and at last one that ends the connection, or nothing. */
      const attack = ({ number, socket }: Service.Peer) =>
        Effect.gen(function* () {
          yield* say(`connection ${number} of ${deaths.length + 1}`)
          for (let count = 0; count < perConnection; count++) {
            const isTaken = socket.write(yield* Hostile.next(good()))
            if (!isTaken && !socket.destroyed)
              yield* Effect.async<void>((resume) => void socket.once("drain", () => resume(Effect.void)))
          }
          const death = deaths[number - 1]
          if (death === undefined) return yield* Deferred.succeed(done, undefined)
          const [what, bytes] = death
          // After a reset, what the client had not read yet would be gone, too.
          if (what === "half a frame") return socket.end(bytes)
          socket.write(bytes)
          yield* Effect.async<void>((resume) => {
            const late = setTimeout(() => {
              violations.push(`seed ${seed}: ${what} was not refused within ${patience / 1000} s`)
              socket.destroy()
            }, patience)
            socket.once("close", () => {
              clearTimeout(late)
              resume(Effect.void)
            })
          })
        }).pipe(Effect.withRandom(random))

      // Both topics are wanted before there is a connection: they are subscribed in one message.
      const url = yield* Service.serve({ subscribed: (peer) => void Effect.runFork(attack(peer)) })
      const reconnect = { first: "5 millis", longest: "20 millis" } as const
      const connections = yield* Market.build({ url, apiKey, reconnect })
      const live = yield* Effect.provide(StocksLive.make, connections)
      const received: Array<string> = []
      const times: Array<bigint> = []
      let [others, wrong] = [0, 0]
      const options = { onInvalidRow: "skip", buffer: { rows: 1_000_000, overflow: "fail" } } as const
      const trades = Stream.runForEach(live.trades(["AAPL"], options), ({ id, price, ticker, timestamp }) =>
        Effect.sync(() => {
          if (id?.startsWith("good-")) received.push(id)
          else others += 1
          if (ticker !== "AAPL" || !Number.isFinite(price) || !Number.isFinite(timestamp)) wrong += 1
        }),
      )
      const bands = Stream.runForEach(live.priceBands(["AAPL"], options), ({ ticker, timestamp }) =>
        Effect.sync(() => {
          if (timestamp >= Hostile.first && timestamp < Hostile.first + BigInt(sent)) times.push(timestamp)
          else others += 1
          if (ticker !== "AAPL") wrong += 1
        }),
      )
      const read = Effect.all([trades, bands], { concurrency: "unbounded" })
      const isComplete = Effect.repeat(
        Effect.sync(() => received.length >= sent && times.length >= sent),
        { until: (is) => is, schedule: Market.often },
      ).pipe(Effect.timeoutOption("20 seconds"))
      const outcome = yield* Effect.exit(Effect.raceFirst(read, Effect.zipRight(Deferred.await(done), isComplete)))
      if (outcome._tag === "Failure") violations.push(`seed ${seed}: the stream ended: ${String(outcome.cause)}`)
      const state = yield* Effect.flatMap(Effect.provide(LiveConnection, connections), ({ state }) => state)
      const numbers = [
        received.map((id) => Number(id.slice("good-".length))),
        times.map((time) => Number(time - Hostile.first)),
      ]
      const sum = (count: (numbers: ReadonlyArray<number>) => number) => count(numbers[0]!) + count(numbers[1]!)
      const lost = sum((all) => sent - new Set(all).size)
      const repeated = sum((all) => all.length - new Set(all).size)
      const disordered = sum((all) => all.filter((number, at) => number < (all[at - 1] ?? 0)).length)
      if (lost + repeated + disordered + wrong > 0)
        violations.push(`seed ${seed}: lost ${lost}, repeated ${repeated}, out of order ${disordered}, wrong ${wrong}`)
      if ("polluted" in {} || Object.keys(Object.prototype).length > 0) violations.push("a prototype changed")
      return {
        measured: `${(perConnection * (deaths.length + 1)).toLocaleString("en-US")} hostile frames, ${deaths.length} ended connections, ${(2 * sent).toLocaleString("en-US")} rows among them: lost ${lost}, repeated ${repeated}, out of order ${disordered}, wrong ${wrong}; ${others} hostile rows were rows, ${state.length} connection at the end`,
        violations,
      }
    }),
}
