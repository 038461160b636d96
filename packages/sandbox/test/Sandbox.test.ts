import { MarketData } from "@candela/core/MarketData"
import * as RateLimit from "@candela/core/RateLimit"
import { directory as directoryOf } from "@candela/sandbox/internal/DatasetDirectory"
import { Sandbox } from "@candela/sandbox/Sandbox"
import { Stocks } from "@candela/stocks/Stocks"
import * as Faults from "@candela/testing/Faults"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as HttpClient from "@effect/platform/HttpClient"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, ConfigProvider, DateTime, Effect, Exit, Fiber, Layer, Option, Stream, TestClock } from "effect"
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const temporaryDirectory = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "candela-sandbox-"))),
  (directory) => Effect.sync(() => rmSync(directory, { recursive: true })),
)

const inProcess = (options: Parameters<typeof Sandbox.layer>[0] = {}) =>
  Stocks.layer.pipe(Layer.provide(Sandbox.layer(options)))

const today: Stocks.BarsRequest = {
  stocksTicker: "AAPL",
  multiplier: 1,
  timespan: "minute",
  from: "2025-06-30",
  to: "2025-06-30",
}

/** The data set with the fewest rows, where a test has one made: of some days in October 2024. */
const fewRows = { dataset: "quickstart" } as const

const lastMinute = Effect.flatMap(Stocks, (stocks) =>
  Effect.map(stocks.bars({ ...today, from: "2024-10-03", to: "2024-10-03" }), ({ results }) =>
    Option.map(Option.fromNullable(results.at(-1)), ({ timestamp }) => new Date(timestamp).toISOString().slice(11, 16)),
  ),
)

const csv = ["Day,Open,High,Low,Close,Shares", "2025-06-26,1,4,1,3,10", "2025-06-27,3,5,2,2.5,20"].join("\n")

describe("a sandbox in process", () => {
  it.effect("gives a connection that answers, with no options at all but where its data lie", () =>
    Effect.gen(function* () {
      const stocks = yield* Stocks
      const { results } = yield* stocks.previousDayBar({ stocksTicker: "AAPL" })
      assert.strictEqual(results[0]!.timestamp, Date.parse("2025-06-27T04:00:00Z"))
      const rows = yield* Stream.runCollect(stocks.bars.stream({ ...today, from: "2025-06-01" }))
      assert.isAbove(Chunk.size(rows), 5_000)
    }).pipe(Effect.provide(inProcess())),
  )

  it.effect("refuses live options that cannot be", () =>
    Effect.gen(function* () {
      const cases: ReadonlyArray<readonly [Sandbox.LiveOptions, string]> = [
        ...[0, -1, Number.NaN, Infinity].map((speed) => [{ speed }, 'speed.*a number above 0, or "asap"'] as const),
        ...[Number.NaN, Infinity].map((from) => [{ from }, "from.*an instant"] as const),
        ...[-0.1, 1.1, Number.NaN].map((late) => [{ late }, "late.*a share from 0 to 1"] as const),
        ...[-1, Number.NaN, Infinity].map((lag) => [{ lag }, "lag.*a (finite )?duration"] as const),
        ...[-1, 0, Number.NaN].map((authTimeout) => [{ authTimeout }, "authTimeout.*a duration"] as const),
        ...[0, 1.5, Infinity].map((connections) => [{ connections }, "connections.*a whole number"] as const),
        [{ faults: { latency: -1 } }, "faults\\.latency.*a duration"],
      ]
      for (const [live, said] of cases) {
        const layers = [Sandbox.liveLayer({ live }), Sandbox.layer({ live }), Sandbox.layerServer({ live })]
        for (const layer of layers as ReadonlyArray<Layer.Layer<unknown, Sandbox.Error>>) {
          const error = yield* Effect.flip(Effect.scoped(Layer.build(layer)))
          assert.strictEqual(error._tag, "InvalidOption", JSON.stringify(live))
          assert.match(error.message, new RegExp(`^live\\.${said}.*, but is`))
        }
      }
      const lasting = { speed: 0.5, late: 1, lag: 0, connections: 1, authTimeout: "1 minute" } as const
      assert.isDefined(yield* Effect.scoped(Layer.build(Sandbox.liveLayer({ live: lasting }))))
    }),
  )

  const limited = { rateLimit: RateLimit.make({ limit: 2, interval: "1 minute" }), timeout: "1 hour" } as const
  for (const [name, Live] of [
    ["", inProcess({ latency: "2 minutes", ...limited })],
    [
      ", behind faults",
      Stocks.layer.pipe(
        Layer.provide(MarketData.layer({ baseUrl: "http://sandbox", apiKey: "sandbox", ...limited })),
        Layer.provide(Faults.layer({})),
        Layer.provide(Sandbox.layerHttpClient({ latency: "2 minutes" })),
      ),
    ],
  ] as const) {
    it.effect(`frees a place of the rate limit one interval after a request, however late its answer is${name}`, () =>
      Effect.gen(function* () {
        const stocks = yield* Stocks
        const call = stocks.previousDayBar({ stocksTicker: "AAPL" })
        const calls = yield* Effect.fork(Effect.all([call, call, call, call], { concurrency: "unbounded" }))
        /** Answers that will be given at a time, once there are two: each comes two minutes after its request. */
        const answersAt = (time: number) =>
          Effect.repeat(
            Effect.zipRight(
              Effect.yieldNow(),
              Effect.map(TestClock.sleeps(), (times) => [...times].filter((other) => other === time).length),
            ),
            { until: (answers) => answers >= 2 },
          )
        assert.strictEqual(yield* answersAt(120_000), 2)
        yield* TestClock.adjust("1 minute")
        assert.strictEqual(yield* answersAt(180_000), 2)
        yield* TestClock.adjust("2 minutes")
        assert.lengthOf(yield* Fiber.join(calls), 4)
      }).pipe(Effect.provide(Live)),
    )
  }

  it.effect("holds its answers back for the latency", () =>
    Effect.gen(function* () {
      const stocks = yield* Stocks
      const call = yield* Effect.fork(stocks.previousDayBar({ stocksTicker: "AAPL" }))
      const turn = Effect.promise(() => new Promise((resume) => setImmediate(resume)))
      const isHeldBack = Effect.map(TestClock.sleeps(), Chunk.contains(50))
      const isAnswered = Effect.map(Fiber.poll(call), Option.isSome)
      yield* Effect.repeat(turn, { until: () => Effect.zipWith(isHeldBack, isAnswered, (held, done) => held || done) })
      assert.isTrue(yield* isHeldBack)
      yield* TestClock.adjust("49 millis")
      assert.isTrue(yield* isHeldBack)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual((yield* Fiber.join(call)).results.length, 1)
    }).pipe(Effect.provide(inProcess({ latency: "50 millis" }))),
  )

  it.effect("takes options of the connection too", () =>
    Effect.gen(function* () {
      const urls: Array<string> = []
      const transformClient = HttpClient.tapRequest((request) => Effect.sync(() => urls.push(request.url)))
      const keys = { one: "business", two: "basic" } as const
      const status = (options: Parameters<typeof Sandbox.layer>[0]) =>
        Effect.flatMap(Stocks, (stocks) => stocks.previousDayBar({ stocksTicker: "AAPL" })).pipe(
          Effect.map(({ status }) => status),
          Effect.provide(inProcess(options)),
        )
      assert.strictEqual(yield* status({ keys, transformClient }), "OK")
      assert.strictEqual(yield* status({ keys, apiKey: "two" }), "DELAYED")
      const refused = yield* Effect.flip(status({ keys, apiKey: "three" }))
      assert.include(refused.message, "Check apiKey of Sandbox.layer, which must be one of its keys.")
      assert.include((yield* Effect.flip(status({ keys: {} }))).message, "Check keys of Sandbox.layer.")
      assert.strictEqual(refused._tag, "Unauthorized")
      assert.strictEqual(urls.length, 1)
    }),
  )

  it.effect("lives by the clock of its caller, when it is told to", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse("2024-10-03T08:10:00Z"))
      yield* Effect.gen(function* () {
        const early = Option.getOrThrow(yield* lastMinute)
        assert.isBelow(early.localeCompare("08:10"), 0)
        const stocks = yield* Stocks
        assert.strictEqual(
          (yield* Effect.flip(stocks.openClose({ stocksTicker: "AAPL", date: "2024-10-03" })))._tag,
          "NotFound",
        )
        yield* TestClock.adjust("9 hours")
        assert.strictEqual(Option.getOrThrow(yield* lastMinute), "17:09")
        assert.strictEqual((yield* stocks.openClose({ stocksTicker: "AAPL", date: "2024-10-03" })).from, "2024-10-03")
        const previous = () =>
          Effect.map(stocks.previousDayBar({ stocksTicker: "AAPL" }), ({ results }) =>
            new Date(results[0]!.timestamp).toISOString().slice(0, 10),
          )
        assert.strictEqual(yield* previous(), "2024-10-02")
        yield* TestClock.adjust("10 hours")
        assert.strictEqual(yield* lastMinute.pipe(Effect.map(Option.isSome)), true)
        yield* TestClock.adjust("1 hour")
        assert.strictEqual(yield* previous(), "2024-10-03")
      }).pipe(Effect.provide(inProcess({ ...fewRows, now: "wall" })))
    }),
  )

  it.effect("lives at an instant that it is told, whatever the clock says", () =>
    Effect.gen(function* () {
      const temporary = yield* temporaryDirectory
      const instant = Date.parse("2024-10-03T14:30:00Z")
      for (const now of [
        instant,
        DateTime.unsafeMake(instant),
        DateTime.unsafeMakeZoned(instant, { timeZone: "Asia/Tokyo" }),
      ]) {
        const { days, minutes } = yield* Effect.gen(function* () {
          const stocks = yield* Stocks
          const range = { from: "2024-10-01", to: "2024-10-31" }
          return {
            days: (yield* stocks.bars({ ...today, ...range, timespan: "day" })).results,
            minutes: (yield* stocks.bars({ ...today, ...range })).results,
          }
        }).pipe(Effect.provide(inProcess({ ...fewRows, directory: temporary, now })))
        assert.deepStrictEqual(
          days.map(({ timestamp }) => new Date(timestamp).toISOString().slice(0, 10)),
          ["2024-10-01", "2024-10-02", "2024-10-03"],
        )
        assert.strictEqual(minutes.at(-1)!.timestamp, instant - 60_000)
      }
      assert.strictEqual(readdirSync(temporary).length, 1)
    }).pipe(Effect.scoped),
  )

  it.effect("shows a delayed plan the day before as soon as its delay has passed, not a day later", () =>
    Effect.gen(function* () {
      const previous = (plan: "basic" | "starter" | "business", now: string) =>
        Effect.flatMap(Stocks, (stocks) => stocks.previousDayBar({ stocksTicker: "AAPL" })).pipe(
          Effect.map(({ results }) => new Date(results[0]!.timestamp).toISOString().slice(0, 10)),
          Effect.provide(inProcess({ ...fewRows, now: Date.parse(now), keys: { key: plan } })),
        )
      const midnight = "2024-10-04T00:00:00-04:00"
      assert.strictEqual(yield* previous("business", midnight), "2024-10-03")
      assert.strictEqual(yield* previous("starter", midnight), "2024-10-03")
      assert.strictEqual(yield* previous("basic", midnight), "2024-10-02")
      assert.strictEqual(yield* previous("basic", "2024-10-04T04:00:00-04:00"), "2024-10-03")
    }),
  )

  it.effect("gives the same answers with the same seed, and with another one other prices and ids", () =>
    Effect.gen(function* () {
      const summary = (seed?: number) =>
        Effect.flatMap(Stocks, (stocks) => stocks.dailyMarketSummary({ date: "2024-10-02" })).pipe(
          Effect.provide(inProcess({ ...fewRows, now: Date.parse("2024-10-04T00:00:00-04:00"), seed })),
        )
      const first = yield* summary()
      assert.deepStrictEqual(yield* summary(1), first)
      const other = yield* summary(2)
      assert.deepStrictEqual(
        other.results.map(({ ticker }) => ticker),
        first.results.map(({ ticker }) => ticker),
      )
      assert.notDeepEqual(other.results, first.results)
      assert.notStrictEqual(other.request_id, first.request_id)
    }).pipe(Effect.scoped),
  )

  it.effect("keeps its data where a variable says, or in the user's cache, unless it is told where", () =>
    Effect.gen(function* () {
      const temporary = yield* temporaryDirectory
      const live = inProcess({ ...fewRows, now: Date.parse("2024-10-02T20:00:00Z") })
      const opened = (variables: Readonly<Record<string, string>>) =>
        Effect.provide(Stocks, live).pipe(
          Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(variables)))),
        )
      const named = join(temporary, "named")
      yield* opened({ CANDELA_SANDBOX_DATA: named, XDG_CACHE_HOME: temporary })
      assert.deepStrictEqual(readdirSync(temporary), ["named"])
      const [file, ...others] = readdirSync(named)
      assert.deepStrictEqual(others, [])
      yield* opened({ CANDELA_SANDBOX_DATA: "", XDG_CACHE_HOME: temporary, LOCALAPPDATA: temporary })
      const kept = directoryOf((name) => (name === "CANDELA_SANDBOX_DATA" ? "" : temporary))
      assert.deepStrictEqual(readdirSync(kept), [file])
    }).pipe(Effect.scoped),
  )

  it.effect("serves a user's own file, and leaves the data set as it was", () =>
    Effect.gen(function* () {
      const temporary = yield* temporaryDirectory
      const file = join(temporary, "mine.csv")
      writeFileSync(file, csv)
      const columns = { date: "Day", open: "Open", high: "High", low: "Low", close: "Close", volume: "Shares" }
      const imports = [{ file, ticker: "MINE", timespan: "day", columns }] as const
      const closes = (options: Parameters<typeof Sandbox.layer>[0]) =>
        Effect.flatMap(Stocks, (stocks) =>
          stocks.bars({ ...today, stocksTicker: "MINE", timespan: "day", from: "2025-06-01" }),
        ).pipe(
          Effect.map(({ results }) => results.map(({ close }) => close)),
          Effect.provide(inProcess(options)),
        )
      assert.deepStrictEqual(yield* closes({ imports }), [3, 2.5])
      assert.deepStrictEqual(yield* closes({}), [])
    }).pipe(Effect.scoped),
  )

  it.effect("does not begin on a file that is bad", () =>
    Effect.gen(function* () {
      const imports = [
        {
          file: "/no/such.csv",
          ticker: "X",
          timespan: "day",
          columns: { date: "a", open: "b", high: "c", low: "d", close: "e" },
        },
      ] as const
      const error = yield* Effect.flip(Effect.provide(Stocks, inProcess({ imports })))
      assert.strictEqual(error._tag, "ImportError")
      assert.include(error.message, "/no/such.csv")
    }),
  )

  it.effect("answers whatever the host of a request is, and is interrupted with it", () =>
    Effect.gen(function* () {
      const client = yield* HttpClient.HttpClient
      const path = "/v2/aggs/ticker/AAPL/range/1/day/2025-06-02/2025-06-27?limit=5&apiKey=sandbox"
      const body = yield* Effect.flatMap(client.get(`https://api.example.com${path}`), (response) => response.json)
      const next = (body as { readonly next_url: string }).next_url
      assert.match(
        next,
        /^https:\/\/api\.example\.com\/v2\/aggs\/ticker\/AAPL\/range\/1\/day\/\d+\/2025-06-27\?cursor=/,
      )
      const response = yield* client.get(`http://x${path}`, { headers: { "accept-encoding": "gzip" } })
      assert.notProperty(response.headers, "content-encoding")
      const exit = yield* Effect.flatMap(Effect.fork(client.get(`http://x${path}`)), Fiber.interrupt)
      assert.isTrue(Exit.isInterrupted(exit))
    }).pipe(Effect.provide(Sandbox.layerHttpClient()), Effect.scoped),
  )
})

describe("a sandbox on a port", () => {
  it.scopedLive("tells where it is, and the first of its keys", () =>
    Effect.gen(function* () {
      const keys = { first: "business", second: "basic" } as const
      const { apiKey, baseUrl } = yield* Effect.provide(Sandbox, Sandbox.layerServer({ keys }))
      assert.strictEqual(apiKey, "first")
      assert.match(baseUrl, /^http:\/\/127\.0\.0\.1:\d+$/)
    }),
  )

  it.scopedLive("packs bars for those who accept it, unless it is told not to: the rows are the same", () =>
    Effect.gen(function* () {
      const ask = (gzip: boolean, accepted: string) =>
        Effect.gen(function* () {
          const { apiKey, baseUrl } = yield* Sandbox
          return yield* Effect.promise(async () => {
            const headers = { authorization: `Bearer ${apiKey}`, "accept-encoding": accepted }
            const path = "/v2/aggs/ticker/AAPL/range/1/minute/2025-06-26/2025-06-27"
            const answer = await fetch(baseUrl + path, { headers })
            const { results } = (await answer.json()) as { readonly results: ReadonlyArray<unknown> }
            return { encoding: answer.headers.get("content-encoding"), results }
          })
        }).pipe(Effect.provide(Sandbox.layerServer({ gzip })))
      const packed = yield* ask(true, "gzip")
      assert.strictEqual(packed.encoding, "gzip")
      assert.isAbove(packed.results.length, 1_000)
      assert.deepStrictEqual(yield* ask(true, "identity"), { encoding: null, results: packed.results })
      assert.deepStrictEqual(yield* ask(false, "gzip"), { encoding: null, results: packed.results })
    }),
  )

  it.scopedLive("goes with its layer, and what it gave out goes on in the next", () =>
    Effect.gen(function* () {
      const served = <A, E>(use: (stocks: Stocks.Service, baseUrl: string) => Effect.Effect<A, E>) =>
        Effect.gen(function* () {
          const { apiKey, baseUrl } = yield* Sandbox
          const live = Stocks.layer.pipe(Layer.provide(MarketData.layer({ baseUrl, apiKey })))
          return yield* Effect.flatMap(Stocks, (stocks) => use(stocks, baseUrl)).pipe(Effect.provide(live))
        }).pipe(Effect.provide(Layer.merge(Sandbox.layerServer(), FetchHttpClient.layer)))

      const request: Stocks.BarsRequest = { ...today, timespan: "hour", from: "2025-06-26", sort: "desc", limit: 300 }
      const [first, whole, gone] = yield* served((stocks, baseUrl) =>
        Effect.all([stocks.bars(request), stocks.bars({ ...request, limit: 50_000 }), Effect.succeed(baseUrl)]),
      )
      yield* Effect.flip(Effect.tryPromise(() => fetch(gone)))

      const rest = yield* served((_, baseUrl) =>
        Effect.gen(function* () {
          const times: Array<number> = []
          for (let next: string | undefined = first.next_url; next !== undefined;) {
            const { pathname, search } = new URL(next)
            const page: { readonly results: ReadonlyArray<{ readonly t: number }>; readonly next_url?: string } =
              yield* Effect.promise(() =>
                fetch(`${baseUrl}${pathname}${search}&apiKey=sandbox`).then((answer) => answer.json() as never),
              )
            times.push(...page.results.map(({ t }) => t))
            next = page.next_url
          }
          return times
        }),
      )
      assert.deepStrictEqual(
        [...first.results.map(({ timestamp }) => timestamp), ...rest],
        whole.results.map(({ timestamp }) => timestamp),
      )
    }),
  )
})
