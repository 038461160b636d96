/** A store, the service's history and its live channel: those of the sandbox, on the test's clock. */
import { MarketData } from "@candela/core"
import { LiveConnection } from "@candela/core/LiveConnection"
import { Follow, Store, Universe } from "@candela/history"
import type { FollowedBar } from "@candela/market/live/LiveBar"
import { Sandbox } from "@candela/sandbox"
import { Stocks } from "@candela/stocks"
import { StocksLive } from "@candela/stocks/Live"
import * as NodeContext from "@effect/platform-node/NodeContext"
import * as FileSystem from "@effect/platform/FileSystem"
import { assert, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Stream, TestClock } from "effect"

const opening = Date.parse("2025-06-27T13:30:00Z")

const folder = Layer.unwrapScoped(
  Effect.map(
    Effect.flatMap(FileSystem.FileSystem, (fs) => fs.makeTempDirectoryScoped({ prefix: "candela-follow-" })),
    Store.layer,
  ),
)

const services = (requests: Array<string>) =>
  Layer.mergeAll(Stocks.layer, folder).pipe(
    Layer.provideMerge(
      Layer.merge(
        LiveConnection.layer({ url: "ws://sandbox", apiKey: "sandbox" }),
        MarketData.layer({ baseUrl: "http://sandbox", apiKey: "sandbox" }),
      ),
    ),
    Layer.provide(
      Sandbox.liveLayer({
        live: { speed: 1, from: opening },
        log: ({ path }) => Effect.sync(() => requests.push(path ?? "")),
      }),
    ),
    Layer.provideMerge(NodeContext.layer),
  )

const minuteBars = { stocksTicker: "AAPL", multiplier: 1, timespan: "minute", adjusted: false } as const

/**
 * Lets the clock run for a minute. A request of its own gives the answers to those of the stream
 * the time that they take: another one each time, since the sandbox remembers results.
 */
const minute = (number: number) =>
  Effect.flatMap(Stocks, (stocks) =>
    Effect.forEach([2 * number, 2 * number + 1], (half) =>
      Effect.zipRight(
        TestClock.adjust("30 seconds"),
        stocks.bars({ ...minuteBars, from: "2025-06-25", to: "2025-06-25", limit: 10 + half }),
      ),
    ),
  )

it.effect("goes over from the store to the history, and to the live rows: what was told equals the history", () => {
  const requests: Array<string> = []
  const program = Effect.gen(function* () {
    const [store, stocks] = yield* Effect.all([Store, Stocks])
    const universe = Universe.bars(Stocks.endpoints.bars, { tickers: ["AAPL"], timespan: "minute" })
    yield* store.sync(universe, { from: "2025-06-23", to: "2025-06-27" })
    requests.length = 0
    const rows = new Map<number, FollowedBar>()
    const told: Array<Follow.Event<FollowedBar>> = []
    const events = Follow.topic(StocksLive.topics.minuteBars, { ticker: "AAPL", from: "2025-06-23" })
    const fiber = yield* Effect.fork(
      Stream.runForEach(events, (event) =>
        Effect.sync(() => {
          told.push(event)
          if (event._tag === "Revised") rows.set(event.row.timestamp, event.row)
          for (const row of event._tag === "Rows" ? event.rows : []) {
            assert.isFalse(rows.has(row.timestamp), "a row is told once")
            rows.set(row.timestamp, row)
          }
        }),
      ),
    )
    const latest = () => [...rows.keys()].at(-1) ?? 0
    const isCaughtUp = () => told.some(({ _tag }) => _tag === "Gap") && latest() >= opening + 10 * 60_000
    yield* Effect.iterate(0, {
      while: (count) => count < 60 && !isCaughtUp(),
      body: (count) => Effect.as(minute(count), count + 1),
    })
    yield* Fiber.interrupt(fiber)
    const paths = requests.filter((path) => !path.includes("/2025-06-25/"))
    const last = latest()
    assert.isTrue(isCaughtUp())
    const { results } = yield* stocks.bars({ ...minuteBars, from: "2025-06-23", to: "2025-06-27", limit: 50_000 })
    assert.deepStrictEqual(
      [...rows.values()],
      results
        .filter(({ timestamp }) => timestamp <= last)
        .map((bar) => StocksLive.topics.minuteBars.fill!.ofHistory(bar as never, "AAPL")),
    )
    const others = told.flatMap((event) => (event._tag === "Rows" || event._tag === "Revised" ? [] : [event]))
    assert.strictEqual(others.length, 1)
    assert.deepInclude(others[0], { _tag: "Gap", reason: "start", tickers: ["AAPL"], filled: true })
    // What has settled in the store is not requested.
    const from = Date.parse("2025-06-25T19:00:00Z")
    const asked = paths.map((path) => Number(path.split("/")[8]))
    assert.isNotEmpty(asked)
    assert.isTrue(
      asked.every((time) => time > from),
      paths.join("\n"),
    )
  })
  return Effect.zipRight(TestClock.setTime(opening), Effect.provide(program, services(requests)))
})
