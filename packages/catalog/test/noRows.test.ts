/**
 * A call without rows, where nothing can be right, says why in a warning; a ticker of another
 * market says where it belongs.
 */
import * as Absence from "@candela/core/internal/Absence"
import { MarketData } from "@candela/core/MarketData"
import * as Retry from "@candela/core/Retry"
import * as Telemetry from "@candela/core/Telemetry"
import { Crypto } from "@candela/crypto"
import { Forex } from "@candela/forex"
import { Indices } from "@candela/indices/Indices"
import { Options } from "@candela/options/Options"
import { Futures } from "@candela/futures"
import { Reference } from "@candela/reference"
import { Snapshots } from "@candela/snapshots"
import { Stocks } from "@candela/stocks"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, LogLevel, Metric, Stream, TestClock } from "effect"

type Services = Crypto | Forex | Futures | Reference | Snapshots | Stocks

/** A Monday. */
const now = "2025-06-30T20:00:00Z"

/**
 * Runs a program on a service whose time is `now`, and gives its result and the warnings. By
 * default the service has no rows.
 */
const run = <A, E>(program: Effect.Effect<A, E, Services>, script: ScriptedTransport.Script = () => none()) => {
  const warnings: Array<string> = []
  const logger = Logger.make(({ logLevel, message }) => {
    if (LogLevel.greaterThanEqual(logLevel, LogLevel.Warning)) warnings.push(String(message))
  })
  const services = Layer.mergeAll(
    Crypto.layer,
    Forex.layer,
    Futures.layer,
    Reference.layer,
    Snapshots.layer,
    Stocks.layer,
  ).pipe(
    Layer.provide(MarketData.layer({ baseUrl: "http://service.test", apiKey: "a-key-of-a-test", retry: Retry.none })),
    Layer.provide(ScriptedTransport.layer(script)),
  )
  return Effect.zipRight(TestClock.setTime(Date.parse("2026-01-01T00:00:00Z")), Effect.either(program)).pipe(
    Effect.map((result) => ({ result, warnings })),
    Effect.provide(services),
    Effect.provide(Logger.replace(Logger.defaultLogger, logger)),
  )
}

const dated = { headers: { date: new Date(now).toUTCString() } }
const none = (fields: object = {}) => ScriptedTransport.json({ status: "OK", request_id: "r", ...fields }, dated)

const bars = { stocksTicker: "AAPL", multiplier: 1, timespan: "day", from: "2025-06-02", to: "2025-06-13" } as const
type Bars = Partial<Stocks.BarsRequest>

/** The warnings of a request for bars in each form. */
const told = (request: Bars, script?: ScriptedTransport.Script) =>
  Effect.forEach(
    [
      (service: Stocks["Type"]) => service.bars({ ...bars, ...request }),
      (service: Stocks["Type"]) => Stream.runDrain(service.bars.pages({ ...bars, ...request })),
      (service: Stocks["Type"]) =>
        Stream.runDrain(service.bars.stream({ ...bars, ...request }, { concurrency: 3, shards: 3 })),
      (service: Stocks["Type"]) => Stream.runDrain(service.bars.columns({ ...bars, ...request })),
    ],
    // Twice: a reason is told once.
    (use) =>
      Effect.map(
        run(
          Effect.flatMap(Stocks, (service) => Effect.repeatN(use(service), 1)),
          script,
        ),
        ({ warnings }) => warnings,
      ),
  ).pipe(
    Effect.map(([first, ...others]) => {
      for (const other of others) assert.deepStrictEqual(other, first)
      return first!
    }),
  )

describe("a call without rows", () => {
  const cases: ReadonlyArray<readonly [request: Bars, expected: ReadonlyArray<RegExp>]> = [
    [
      {},
      [/^stocks.bars: no rows. The market was open on 2025-06-02, so that some are expected.*may have left them out/],
    ],
    // Nothing is known of a part of a session, nor of one that ended today.
    [{ from: Date.parse("2025-06-02T20:00:00Z"), to: Date.parse("2025-06-02T23:00:00Z"), timespan: "minute" }, []],
    [{ from: "2025-06-30", to: "2025-06-30" }, []],
    [
      { stocksTicker: "aapl" },
      [/^stocks.bars: no rows. "stocksTicker" is "aapl": tickers are case-sensitive; is AAPL meant\?$/],
    ],
    [{ stocksTicker: "BRK-B" }, [/is BRK\.B meant\?$/]],
    [{ stocksTicker: "brk/b" }, [/is BRK\.B meant\?$/]],
    [
      { stocksTicker: "AAPL,MSFT" },
      [/"AAPL,MSFT": a comma makes no list\. Call it for each ticker; .*candela history sync/],
    ],
    [
      { from: "2025-12-01", to: "2025-12-05" },
      [/in the future: it begins at 2025-12-01T05:00:00Z, and now it is 2025-06-30T20:00:00Z$/],
    ],
    [{ from: "2025-06-28", to: "2025-06-29" }, [/is a weekend or holidays: the market does not trade/]],
    [{ from: "2025-06-28", to: "2025-06-29", timespan: "minute" }, [/weekend/]],
    [{ from: "2025-06-28", to: "2025-06-29", timespan: "week" }, [/open on 2025-06-23/]],
    [{ from: "2025-06-19", to: "2025-06-19" }, [/holidays/]],
    [{ from: "2025-06-19", to: "2025-06-20" }, [/open on 2025-06-20/]],
    [{ from: "2025-06-19", to: "2025-06-19", timespan: "minute" }, [/holidays/]],
    [{ from: "1999-01-04", to: "1999-01-08" }, [/before the first records, of 2003-09-10/]],
    [{ stocksTicker: "aapl", from: "2025-06-28", to: "2025-06-28" }, [/AAPL/, /weekend/]],
  ]
  for (const [request, expected] of cases) {
    it.effect(`${JSON.stringify(request)} says ${expected.length === 0 ? "nothing" : "why, once"}`, () =>
      Effect.gen(function* () {
        const warnings = yield* told(request)
        assert.lengthOf(warnings, expected.length, warnings.join("\n"))
        expected.forEach((pattern, index) => assert.match(warnings[index]!, pattern))
      }),
    )
  }

  it.effect("says nothing of a day that has only begun", () =>
    Effect.gen(function* () {
      // Monday, 02:00 in New York.
      const early: ScriptedTransport.Script = () =>
        ScriptedTransport.json(
          { status: "OK", request_id: "r" },
          { headers: { date: "Mon, 30 Jun 2025 06:00:00 GMT" } },
        )
      const today = { from: "2025-06-30", to: "2025-06-30", timespan: "minute" } as const
      assert.deepStrictEqual(yield* told(today, early), [])
    }),
  )

  it.effect("says nothing when a later page has rows", () =>
    Effect.gen(function* () {
      const bar = { o: 1, h: 1, l: 1, c: 1, v: 1, t: Date.parse("2025-06-02T04:00:00Z") }
      const later: ScriptedTransport.Script = ({ url }) =>
        url.searchParams.has("cursor")
          ? none({ results: [bar] })
          : none({ results: [], next_url: `${url.origin}${url.pathname}?cursor=1` })
      const request = { ...bars, stocksTicker: "aapl" }
      const streamed = yield* run(
        Effect.flatMap(Stocks, (stocks) => Stream.runCount(stocks.bars.stream(request))),
        later,
      )
      assert.deepStrictEqual(streamed.warnings, [])
    }),
  )

  it.effect("of other endpoints says why, too", () =>
    Effect.gen(function* () {
      const ticker = (expected: RegExp, program: Effect.Effect<unknown, unknown, Services>) =>
        Effect.map(run(program), ({ warnings }) => {
          assert.lengthOf(warnings, 1)
          assert.match(warnings[0]!, expected)
        })
      const week = { from: "2025-06-28", to: "2025-06-28", multiplier: 1, timespan: "hour" } as const
      yield* ticker(
        /^stocks.dailyMarketSummary: .*weekend/,
        Effect.flatMap(Stocks, (_) => _.dailyMarketSummary({ date: "2025-06-28" })),
      )
      yield* ticker(
        /^stocks.dividends: .*"ticker.any_of" is "msft"/,
        Effect.flatMap(Stocks, (_) => _.dividends({ "ticker.any_of": ["AAPL", "msft"] })),
      )
      yield* ticker(
        /^forex.bars: .*weekend/,
        Effect.flatMap(Forex, (_) => _.bars({ ...week, forexTicker: "C:EURUSD" })),
      )
      yield* ticker(
        /^forex.quotes: .*weekend/,
        Effect.flatMap(Forex, (_) =>
          Stream.runDrain(_.quotes.stream({ fxTicker: "C:EURUSD", timestamp: "2025-06-28" })),
        ),
      )
      yield* ticker(
        /^crypto.bars: .*future/,
        Effect.flatMap(Crypto, (_) =>
          _.bars({ ...week, cryptoTicker: "X:BTCUSD", from: "2025-07-02", to: "2025-07-03" }),
        ),
      )
      yield* ticker(
        /^futures.bars: .*weekend/,
        Effect.flatMap(Futures, (_) =>
          _.bars({
            ticker: "ESU5",
            resolution: "1hour",
            "window_start.gte": "2025-06-28",
            "window_start.lt": "2025-06-29",
          }),
        ),
      )
      yield* ticker(
        /^reference.tickers: .*is AAPL meant/,
        Effect.flatMap(Reference, (_) => _.tickers({ ticker: "aapl" })),
      )
      yield* ticker(
        /^snapshots.list: .*is BRK.B meant/,
        Effect.flatMap(Snapshots, (_) => _.list({ "ticker.any_of": ["BRK-B"] })),
      )
      const { warnings } = yield* run(
        Effect.flatMap(Reference, (_) => Effect.zip(_.tickers({ "ticker.gte": "a" }), _.tickers({ search: "aapl" }))),
      )
      assert.deepStrictEqual(warnings, [])
      yield* ticker(
        /^crypto.bars: .*open on 2025-06-28/,
        Effect.flatMap(Crypto, (_) => _.bars({ ...week, cryptoTicker: "X:BTCUSD" })),
      )
      // The session of Monday begins on Sunday at 17:00 in Chicago.
      const sunday = { "window_start.gte": 1_751_234_400_000_000_000n, "window_start.lt": 1_751_241_600_000_000_000n }
      const futures = yield* run(
        Effect.flatMap(Futures, (_) => _.bars({ ticker: "ESU5", resolution: "1hour", ...sunday })),
      )
      assert.deepStrictEqual(futures.warnings, [])
      yield* ticker(
        /^stocks.previousDayBar: .*has a previous day/,
        Effect.flatMap(Stocks, (_) => _.previousDayBar({ stocksTicker: "AAPL" })),
      )
    }),
  )
})

describe("an answer without rows where some are expected", () => {
  const bar = { o: 1, h: 1, l: 1, c: 1, v: 1, t: Date.parse("2025-06-02T04:00:00Z") }
  /** A service that gives the bar with the second answer, and the number of its answers. */
  const late = () => {
    const service = { answers: 0 }
    const script: ScriptedTransport.Script = () => none({ results: service.answers++ === 0 ? [] : [bar] })
    return { script, service }
  }
  const ways: Readonly<Record<string, (service: Stocks["Type"], request: Bars) => Effect.Effect<number, unknown>>> = {
    page: (_, request) => Effect.map(_.bars({ ...bars, ...request }), ({ results }) => results.length),
    pages: (_, request) =>
      Stream.runCount(
        Stream.flatMap(_.bars.pages({ ...bars, ...request }), (page) => Stream.fromIterable(page.results)),
      ),
    stream: (_, request) => Stream.runCount(_.bars.stream({ ...bars, ...request })),
    columns: (_, request) =>
      Stream.runFold(_.bars.columns({ ...bars, ...request }), 0, (sum, { length }) => sum + length),
  }
  for (const [name, use] of Object.entries(ways)) {
    it.effect(`is asked for again, once, as ${name}`, () =>
      Effect.gen(function* () {
        const { script, service } = late()
        const { result, warnings } = yield* run(
          Effect.flatMap(Stocks, (_) => use(_, {})),
          script,
        )
        assert.deepStrictEqual([result._tag === "Right" && result.right, service.answers, warnings], [1, 2, []])
      }),
    )

    it.effect(`is believed as ${name} where none are expected, and by a caller that judges it`, () =>
      Effect.gen(function* () {
        const weekend = late()
        yield* run(
          Effect.flatMap(Stocks, (_) => use(_, { from: "2025-06-28", to: "2025-06-29" })),
          weekend.script,
        )
        const judged = late()
        const { warnings } = yield* run(Absence.judged(Effect.flatMap(Stocks, (_) => use(_, {}))), judged.script)
        assert.deepStrictEqual([weekend.service.answers, judged.service.answers, warnings], [1, 1, []])
      }),
    )
  }

  it("expects no bars of a contract, but of an index", () => {
    const records = { from: Date.parse("2020-01-01"), to: Date.parse("2025-06-30T20:00:00Z") }
    const week = { multiplier: 1, timespan: "day", from: "2025-06-02", to: "2025-06-06", sort: "asc" } as const
    const weekend = { ...week, from: "2025-06-07", to: "2025-06-08" } as const
    const { bars: ofContract, previousDayBar: previous } = Options.endpoints
    const contract = { optionsTicker: "O:AAPL250718C00190000", adjusted: true, limit: 5000 }
    assert.isUndefined(ofContract.noRows!({ ...contract, ...week }, records))
    assert.deepInclude(ofContract.noRows!({ ...contract, ...weekend }, records), { doubtful: false })
    assert.isUndefined(previous.noRows!(contract, records))
    const index = { indicesTicker: "I:SPX", limit: 5000 }
    assert.deepInclude(Indices.endpoints.bars.noRows!({ ...index, ...week }, records), { doubtful: true })
    assert.deepInclude(Indices.endpoints.previousDayBar.noRows!(index, records), { doubtful: true })
  })

  it.effect("is told once, and counted each time", () =>
    Effect.gen(function* () {
      const count = Effect.map(
        Metric.value(Telemetry.of(Telemetry.doubtfulAnswers, Stocks.endpoints.bars)),
        (_) => _.count,
      )
      const before = yield* count
      const { warnings } = yield* run(Effect.flatMap(Stocks, (_) => Effect.repeatN(_.bars(bars), 2)))
      assert.lengthOf(warnings, 1)
      assert.strictEqual((yield* count) - before, 3)
    }),
  )
})

describe("a product in place of a contract", () => {
  it.effect("is told, with the form of a contract", () =>
    Effect.gen(function* () {
      const { warnings } = yield* run(Effect.flatMap(Futures, (_) => _.trades({ ticker: "ES" })))
      assert.match(warnings[0]!, /"ticker" is "ES": a contract is its product, month and year, such as ESU5; /)
      const { warnings: ofContract } = yield* run(Effect.flatMap(Futures, (_) => _.trades({ ticker: "ESU5" })))
      assert.notInclude(ofContract.join("\n"), "a contract is its product")
    }),
  )
})

describe("a ticker that is refused", () => {
  const refused = <E extends { readonly message: string }>(program: Effect.Effect<unknown, E, Services>) =>
    Effect.map(run(Effect.flip(program)), ({ result, warnings }) => {
      assert.deepStrictEqual(warnings, [])
      return result._tag === "Right" ? result.right.message : assert.fail()
    })
  const stock = (stocksTicker: string) => refused(Effect.flatMap(Stocks, (_) => _.bars({ ...bars, stocksTicker })))
  const range = { multiplier: 1, timespan: "day", from: "2025-06-02", to: "2025-06-03" } as const

  it.effect("of another market says which method has it", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* stock("O:SPY251219C00650000"),
        'stocks.bars: "stocksTicker" must be a ticker of stocks (options have methods of their own: their bars are options.bars, of @candela/options), but got "O:SPY251219C00650000". Nothing was sent.',
      )
      assert.include(yield* stock("I:SPX"), "their bars are indices.bars, of @candela/indices")
      assert.include(yield* stock("C:EURUSD"), "their bars are forex.bars, of @candela/forex")
      assert.include(yield* stock("X:BTCUSD"), "their bars are crypto.bars, of @candela/crypto")
      assert.include(yield* stock("AAPL MSFT"), "without blanks")
      const listed = Effect.flatMap(Stocks, (_) => _.dividends({ "ticker.any_of": ["AAPL", "X:BTCUSD"] }))
      assert.include(yield* refused(listed), "crypto.bars, of @candela/crypto")
    }),
  )

  it.effect("of a pair says its form", () =>
    Effect.gen(function* () {
      const forex = (forexTicker: string) => refused(Effect.flatMap(Forex, (_) => _.bars({ ...range, forexTicker })))
      const crypto = (cryptoTicker: string) =>
        refused(Effect.flatMap(Crypto, (_) => _.bars({ ...range, cryptoTicker })))
      assert.include(yield* forex("EURUSD"), "must be a ticker of forex (is C:EURUSD meant?)")
      assert.include(yield* forex("eur/usd"), "is C:EURUSD meant?")
      assert.include(yield* forex("c:eurusd"), "is C:EURUSD meant?")
      assert.include(yield* forex("X:BTCUSD"), "crypto.bars, of @candela/crypto")
      assert.include(yield* crypto("BTC-USD"), "is X:BTCUSD meant?")
      assert.include(yield* crypto("C:EURUSD"), "forex.bars, of @candela/forex")
    }),
  )
})
