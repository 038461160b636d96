/** Bars of some sessions, and a consumer of a stream on top of a store of them, through syncs, cuts and kills. */
import type { Checkpoint } from "@candela/core/Checkpoint"
import { Checkpoints } from "@candela/core/Checkpoints"
import { LiveConnection } from "@candela/core/LiveConnection"
import { Follow, Store } from "@candela/history"
import type { FollowedBar } from "@candela/market/live/LiveBar"
import { midnight } from "@candela/market/TimeZone"
import { StocksLive } from "@candela/stocks/Live"
import { assert } from "@effect/vitest"
import { Effect, Fiber, Layer, Option, Queue, Random, Stream } from "effect"
import { Machine } from "../store/memory.js"
import { bar, open, requested, service, stocks, supply, type WireBar } from "../store/support.js"
import { steppedClock } from "./steppedClock.js"

export const zone = "America/New_York"
export const hour = 3_600_000
const minute = 60_000
const tickers = ["AAPL", "MSFT", "KO"]
/** Sessions of two weeks. */
const days = [3, 4, 5, 6, 7, 10, 11, 12, 13, 14].map((day) => `2024-06-${String(day).padStart(2, "0")}`)
const first = midnight(zone, days[0]!)
const universe = stocks(tickers, "minute")

/** A bar each hour of a session; of KO, which is thin, each third day. */
const timesOf = (sessions: ReadonlyArray<string>) =>
  sessions.flatMap((date) => Array.from({ length: 5 }, (_, index) => midnight(zone, date) + 9.5 * hour + index * hour))
const isThin = (ticker: string, time: number) => ticker === "KO" && Math.floor(time / (24 * hour)) % 3 !== 0

/** The bars of a ticker, as the service has them: some are corrected at six o'clock on the next day. */
const barsOf = (times: ReadonlyArray<number>, ticker: string, now: number): ReadonlyArray<WireBar> =>
  times
    .filter((time) => time + minute <= now && !isThin(ticker, time))
    .map((time) => {
      const isCorrected = now >= time + 20 * hour && Math.floor(time / hour) % 3 === 0
      return bar(time, 100 + ((time / minute) % 97) + (isCorrected ? 0.5 : 0))
    })

const rowOf = (ticker: string, { c, h, l, o, t, v }: WireBar): FollowedBar => ({
  ...{ ticker, open: o, high: h, low: l, close: c, volume: v, timestamp: t },
})

/** What the consumer did: with `Settled`, it has read the rows of the store. */
type Done =
  | Exclude<Follow.Event<FollowedBar>, { readonly _tag: "Settled" }>
  | {
      readonly _tag: "Settled"
      readonly to: number
      readonly from: number
      readonly tickers: ReadonlyArray<string>
      readonly rows: ReadonlyArray<FollowedBar>
    }

const keyOf = ({ ticker, timestamp }: FollowedBar) => `${ticker} ${timestamp}`

const sorted = (rows: ReadonlyArray<FollowedBar>) =>
  [...rows].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))

/** The rows that a consumer has in the end. */
const fold = (log: ReadonlyArray<Done>) => {
  const told = new Map<string, FollowedBar>()
  const last = new Map<string, number>()
  for (const event of log) {
    switch (event._tag) {
      case "Gap":
        assert.isTrue(event.filled, JSON.stringify(event))
        break
      case "Revised":
        assert.deepStrictEqual(told.get(keyOf(event.row)), event.before)
        told.set(keyOf(event.row), event.row)
        break
      case "Rows":
        for (const row of event.rows) {
          assert.isFalse(told.has(keyOf(row)), `${keyOf(row)} is told twice`)
          assert.isAbove(row.timestamp, last.get(row.ticker) ?? 0, "the rows of a ticker are in order")
          told.set(keyOf(row), row)
          last.set(row.ticker, row.timestamp)
        }
        break
      case "Settled":
        for (const [key, { ticker, timestamp }] of told) {
          if (event.tickers.includes(ticker) && timestamp >= event.from && timestamp < event.to) told.delete(key)
        }
        for (const row of event.rows) told.set(keyOf(row), row)
    }
  }
  return sorted([...told.values()])
}

/** A live channel with the bars of the service. */
export const channel = () => {
  const listeners = new Set<Queue.Queue<unknown>>()
  let isLost = false
  let lostAt = 0
  const tell = (signal: object) => Effect.forEach(listeners, (queue) => Queue.offer(queue, signal), { discard: true })
  const subscribed = Effect.map(Effect.clock, (clock) => ({ _tag: "Subscribed", at: clock.unsafeCurrentTimeMillis() }))
  const subscribe = () =>
    Stream.unwrapScoped(
      Effect.gen(function* () {
        const queue = yield* Queue.unbounded<unknown>()
        if (!isLost) yield* Queue.offer(queue, yield* subscribed)
        yield* Effect.acquireRelease(
          Effect.sync(() => listeners.add(queue)),
          () => Effect.sync(() => listeners.delete(queue)),
        )
        return Stream.fromQueue(queue)
      }),
    )
  return {
    layer: Layer.succeed(LiveConnection, { subscribe } as unknown as LiveConnection.Service),
    publish: (rows: ReadonlyArray<FollowedBar>) =>
      Effect.suspend(() => (isLost || rows.length === 0 ? Effect.void : tell({ _tag: "Rows", rows }))),
    cut: (at: number) =>
      Effect.suspend(() => {
        if (isLost) return Effect.void
        isLost = true
        lostAt = at
        return tell({ _tag: "Lost", reason: "cut", at: lostAt })
      }),
    heal: Effect.suspend(() => {
      if (!isLost) return Effect.void
      isLost = false
      return Effect.flatMap(subscribed, tell)
    }),
  }
}

/** What happens: in how many sessions, of at most ten, and how often. */
export interface Scenario {
  readonly sessions: number
  readonly kills: number
  readonly cuts: number
}

/**
 * Bars come, the store is synced on most evenings, the connection is cut, the program is killed. What the consumer has
 * in the end must equal the history row for row. Gives what was settled, and the URLs of the requests.
 */
export const follow = ({ cuts, kills, sessions: count }: Scenario, seed: number) =>
  Effect.gen(function* () {
    const sessions = days.slice(0, count)
    const times = timesOf(sessions)
    const { advance, clock, now } = steppedClock(first + 10 * hour)
    const store = yield* open(new Machine().fileSystem)
    const live = channel()
    const log: Array<Done> = []
    let savedLength = 0
    const saved = new Map<string, Checkpoint>()
    const checkpoints = Checkpoints.layerOf({
      load: (name) => Effect.succeed(Option.fromNullable(saved.get(name))),
      remove: () => Effect.void,
      save: (name, checkpoint) =>
        Effect.sync(() => {
          saved.set(name, checkpoint)
          savedLength = log.length
        }),
    })
    const Services = Layer.mergeAll(
      live.layer,
      Layer.succeed(Store, store),
      Layer.provideMerge(checkpoints, service(supply({ bars: (ticker) => barsOf(times, ticker, now()) }))),
    )
    const events = Follow.topic(StocksLive.topics.minuteBars, {
      ticker: tickers,
      from: sessions[0]!,
      checkpoint: "x",
      every: "6 hours",
    })
    const consume = Stream.runForEach(events, (event) => {
      if (event._tag !== "Settled") return Effect.sync(() => log.push(event))
      const settled = stocks(event.tickers, "minute")
      return Effect.map(Stream.runCollect(store.read(settled, { from: event.from, to: event.to - 1 })), (bars) => {
        const rows = [...bars].map(({ ticker, ...bar }) => ({
          ...{ ticker, open: bar.open, high: bar.high, low: bar.low, close: bar.close, volume: bar.volume },
          timestamp: bar.timestamp,
        }))
        log.push({ ...event, rows })
      })
    })

    const program = Effect.gen(function* () {
      const steps = times.filter((time) => time >= now())
      const chosen = (count: number) =>
        Effect.map(
          Effect.replicateEffect(Random.nextIntBetween(3, steps.length - 3), count),
          (chosen) => new Set(chosen),
        )
      const [cutAt, healAt, killAt, startAt] = yield* Effect.all([
        chosen(cuts),
        chosen(cuts),
        chosen(kills),
        chosen(kills),
      ])
      const start = yield* Random.nextIntBetween(0, 30)
      let consumer: Fiber.RuntimeFiber<unknown, unknown> | undefined
      for (const [index, time] of steps.entries()) {
        const isEvening = index > 0 && time - steps[index - 1]! > 2 * hour
        if (isEvening && (yield* Random.nextIntBetween(0, 4)) > 0) {
          yield* advance(steps[index - 1]! + 6 * hour)
          yield* store.sync(universe, { from: sessions[0]!, to: sessions.at(-1)! })
        }
        yield* advance(time + minute)
        yield* live.publish(
          tickers.flatMap((ticker) =>
            barsOf(times, ticker, now())
              .slice(-1)
              .flatMap((bar) => (bar.t === time ? [rowOf(ticker, bar)] : [])),
          ),
        )
        for (const after of [7, 40]) yield* advance(time + minute + after * 1000)
        if (cutAt.has(index)) yield* live.cut(now())
        if (healAt.has(index)) yield* live.heal
        if (killAt.has(index) && consumer !== undefined) {
          yield* Fiber.interrupt(consumer)
          consumer = undefined
        }
        if (consumer === undefined && (index === start || (index > start && (kills === 0 || startAt.has(index))))) {
          log.length = savedLength
          consumer = yield* Effect.fork(consume)
        }
      }
      yield* live.heal
      if (consumer === undefined) {
        log.length = savedLength
        consumer = yield* Effect.fork(consume)
      }
      for (let wait = 0; wait < 10; wait++) yield* advance(now() + 10_000)
      // Another day, on which all that was corrected settles.
      yield* advance(times.at(-1)! + 60 * hour)
      yield* store.sync(universe, { from: sessions[0]!, to: sessions.at(-1)! })
      for (let wait = 0; wait < 4; wait++) yield* advance(now() + 6 * hour)
      if (Option.isSome(yield* Fiber.poll(consumer))) yield* Fiber.join(consumer)
      yield* Fiber.interrupt(consumer)
      const expected = tickers.flatMap((ticker) => barsOf(times, ticker, now()).map((bar) => rowOf(ticker, bar)))
      assert.deepStrictEqual(fold(log), sorted(expected))
      const settled = log.filter(({ _tag }) => _tag === "Settled")
      return { settled, urls: yield* requested }
    })
    return yield* Effect.provide(program, Services).pipe(Effect.withClock(clock))
  }).pipe(Effect.withRandom(Random.make(seed)))

/** Checks what a stream on top of a store tells, for some seeds. */
export const assertFollows = (scenario: Scenario, seeds: number) =>
  Effect.gen(function* () {
    for (let seed = 1; seed <= seeds; seed++) {
      const { settled, urls } = yield* follow(scenario, seed)
      assert.isNotEmpty(settled, `seed ${seed}`)
      const bars = urls.filter((url) => url.startsWith("/v2/aggs/"))
      assert.isTrue(
        bars.every((url) => url.includes("adjusted=false")),
        "bars are as traded",
      )
    }
  })
