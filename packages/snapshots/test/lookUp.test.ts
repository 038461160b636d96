import { MarketData } from "@candela/core/MarketData"
import { type CallError, NotFound } from "@candela/core/MarketDataError"
import * as Mock from "@candela/core/Mock"
import * as Retry from "@candela/core/Retry"
import { Snapshots } from "@candela/snapshots/Snapshots"
import type { StockSnapshot } from "@candela/snapshots/Snapshot"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Layer, Redacted } from "effect"

const stock = (ticker: string): StockSnapshot => ({ ticker, type: "stocks", name: `${ticker} Inc.` })

/** A service that knows no ticker with a 9 in it, and is entitled to none with an 8. */
const service = (asked: Array<ReadonlyArray<string>>) =>
  Mock.layer(Snapshots, {
    list: Mock.paged((request) => {
      const tickers = request["ticker.any_of"] ?? []
      assert.strictEqual(request.limit, tickers.length)
      asked.push(tickers)
      return tickers.map((ticker) =>
        ticker.includes("9")
          ? { ticker, error: "NOT_FOUND", message: "Ticker not found." }
          : ticker.includes("8")
            ? { ticker, error: "NOT_ENTITLED", message: "Not entitled to this ticker." }
            : stock(ticker),
      )
    }),
  })

/** Tickers whose items are odd: what the service sends, and what a caller is to get. */
const odd: Readonly<Record<string, { readonly sent?: object; readonly expected: object }>> = {
  NONE: { sent: { error: "NOT_FOUND", message: "Ticker not found." }, expected: { _tag: "NotFound" } },
  BARRED: { sent: { error: "NOT_ENTITLED" }, expected: { _tag: "Unauthorized", reason: "NotEntitled" } },
  MISSING: { expected: { _tag: "NotFound" } },
  REFUSED: { expected: { _tag: "Conflict" } },
  BROKEN: { sent: { type: "stocks", name: 5 }, expected: { _tag: "DecodeError" } },
  NOVEL: { sent: { type: "bonds", name: "X" }, expected: { other_type: "bonds", name: "X" } },
  UNTYPED: { sent: { type: null, error: "", last_trade: { price: 5 } }, expected: { last_trade: { price: 5 } } },
  "O:A": { sent: { type: "options", greeks: {}, session: {} }, expected: { type: "options", greeks: {}, session: {} } },
  "C:EURUSD": { sent: { ticker: "C:EUR-USD", type: "fx" }, expected: { ticker: "C:EUR-USD", type: "fx" } },
  "I:SPX": { sent: { type: "indices", last_minute: {} }, expected: { type: "indices", last_minute: {} } },
}

/** A service that knows every ticker, sends at most 100 a page, and refuses requests for one of them. */
const serve = ({ url }: { readonly url: URL }) => {
  const tickers = url.searchParams.get("ticker.any_of")!.split(",")
  if (tickers.includes("REFUSED")) return ScriptedTransport.json({ status: "ERROR", error: "bad" }, { status: 400 })
  const items = tickers
    .filter((ticker) => ticker !== "MISSING")
    .map((ticker) => ({ ticker, ...(odd[ticker] === undefined ? { type: "stocks" } : odd[ticker].sent) }))
  const start = Number(url.searchParams.get("cursor"))
  const next = new URL(url)
  next.searchParams.set("cursor", String(start + 100))
  return ScriptedTransport.json({
    request_id: "r1",
    results: items.slice(start, start + 100),
    ...(start + 100 < items.length ? { next_url: next.href } : {}),
  })
}

const scripted = (script: ScriptedTransport.Script) =>
  Snapshots.layer.pipe(
    Layer.provide(
      MarketData.layer({
        baseUrl: "http://localhost",
        apiKey: Redacted.make("key"),
        retry: Retry.make({ base: 0, jitter: false }),
      }),
    ),
    Layer.provideMerge(ScriptedTransport.layer(script)),
  )

describe("Snapshots.get", () => {
  it.effect("gathers calls made side by side, and each is answered or fails on its own", () => {
    const asked: Array<ReadonlyArray<string>> = []
    return Effect.gen(function* () {
      const { get } = yield* Snapshots
      const tickers = ["A1", "A9", "A8", "A1", "X:BTCUSD"]
      const answers = yield* Effect.forEach(tickers, (ticker) => Effect.either(get(ticker)), {
        concurrency: "unbounded",
      })
      assert.deepStrictEqual(asked, [["A1", "A9", "A8", "X:BTCUSD"]])
      assert.deepStrictEqual(answers[0], Either.right(stock("A1")))
      assert.deepStrictEqual(answers[3], answers[0])
      assert.deepStrictEqual(answers[4], Either.right(stock("X:BTCUSD")))
      const [notFound, notEntitled] = [answers[1]!, answers[2]!].map((answer) => Either.getOrThrow(Either.flip(answer)))
      assert.deepInclude(notFound, { _tag: "NotFound", endpoint: "snapshots.get", detail: "Ticker not found." })
      assert.deepInclude(notEntitled, { _tag: "Unauthorized", reason: "NotEntitled" })
    }).pipe(Effect.provide(service(asked)))
  })

  it.effect("finds a pair under its ticker with a hyphen and without one: the service answers without", () => {
    const asked: Array<ReadonlyArray<string>> = []
    return Effect.gen(function* () {
      const { get } = yield* Snapshots
      const found = yield* Effect.forEach(["C:EUR-USD", "C:EURUSD", "X:BTC-USD", "BRK-A"], get, {
        concurrency: "unbounded",
      })
      assert.deepStrictEqual(
        found.map(({ ticker }) => ticker),
        ["C:EURUSD", "C:EURUSD", "X:BTCUSD", "BRK-A"],
      )
      assert.deepStrictEqual(asked, [["C:EURUSD", "X:BTCUSD", "BRK-A"]])
    }).pipe(Effect.provide(service(asked)))
  })

  it.effect("asks for at most 250 tickers in a request, and for as many as its URL holds", () => {
    const asked: Array<ReadonlyArray<string>> = []
    return Effect.gen(function* () {
      const { get } = yield* Snapshots
      const names = Array.from({ length: 600 }, (_, index) => `T${String(index).replace(/[89]/g, "Z")}.${index % 7}`)
      const tickers = [...new Set(names)]
      yield* Effect.forEach(tickers, get, { concurrency: "unbounded" })
      assert.deepStrictEqual(asked.flat(), tickers)
      assert.deepStrictEqual(
        asked.map(({ length }) => length),
        [250, 250, tickers.length - 500],
      )
      asked.length = 0
      // Each of them takes three times its length in a URL: the mock refuses a URL that is too long.
      const long = Array.from({ length: 200 }, (_, index) => `O:${"Ä".repeat(7)}${index}`.replace(/[89]/g, "Z"))
      yield* Effect.forEach(new Set(long), get, { concurrency: "unbounded" })
      assert.isAbove(asked.length, 1)
    }).pipe(Effect.provide(service(asked)))
  })

  it.effect("refuses a ticker that no request can hold, and that one alone", () => {
    const asked: Array<ReadonlyArray<string>> = []
    return Effect.gen(function* () {
      const { get } = yield* Snapshots
      const [empty, list, good] = yield* Effect.forEach(["", "A,B", "AAPL"], (ticker) => Effect.either(get(ticker)), {
        concurrency: "unbounded",
      })
      const messages = [empty!, list!].map((answer) => Either.getOrThrow(Either.flip(answer)).message)
      assert.deepStrictEqual(messages, [
        'snapshots.get: "ticker" must be a ticker such as AAPL or X:BTCUSD, without blanks, but got "". Nothing was sent.',
        'snapshots.get: "ticker" must be one ticker, without commas, but got "A,B". Nothing was sent.',
      ])
      assert.deepStrictEqual(good, Either.right(stock("AAPL")))
      assert.deepStrictEqual(asked, [["AAPL"]])
    }).pipe(Effect.provide(service(asked)))
  })

  it.effect("fails all callers of a request that fails, and sends it once", () =>
    Effect.gen(function* () {
      const { get } = yield* Snapshots
      const answers = yield* Effect.forEach(["AAPL", "MSFT"], (ticker) => Effect.flip(get(ticker)), {
        concurrency: "unbounded",
      })
      assert.deepStrictEqual(
        answers.map(({ _tag }) => _tag),
        ["Unauthorized", "Unauthorized"],
      )
      assert.lengthOf(yield* ScriptedTransport.exchanges, 1)
    }).pipe(Effect.provide(scripted(() => ScriptedTransport.status(401)))),
  )

  it.effect("says in an error what was called, that it was sent, and what the service says of the ticker", () =>
    Effect.gen(function* () {
      const { get } = yield* Snapshots
      const tickers = ["NONE", "BARRED", "MISSING", "BROKEN", "REFUSED"]
      const errors = yield* Effect.forEach(tickers, (ticker) => Effect.flip(get(ticker)), { concurrency: "unbounded" })
      assert.deepStrictEqual(
        errors.map(({ message }) => message),
        [
          "snapshots.get: not found (request r1). Check the ticker (case-sensitive). The service says: Ticker not found.",
          "snapshots.get: the key's plan does not include these data (200, request r1).",
          "snapshots.get: not found (request r1). Check the ticker (case-sensitive).",
          `snapshots.get: row 0 (BROKEN): results[0].name should be string | null, but is 5, in …ticker":"BROKEN","type":"stocks","name":5}]}. Set onInvalidRow to "skip" to leave such rows out`,
          "snapshots.get: the service refused a parameter (400, no request id). The service says: bad",
        ],
      )
    }).pipe(Effect.provide(scripted(serve))),
  )

  it.effect(
    "gives 250 right answers where ten tickers are odd, from pages of 100, with requests for the halves of a refused one",
    () =>
      Effect.gen(function* () {
        const { get } = yield* Snapshots
        const plain = Array.from({ length: 240 }, (_, index) => `T${index}`)
        const tickers = [...plain, ...Object.keys(odd)].sort()
        const answers = yield* Effect.forEach(tickers, (ticker) => Effect.either(get(ticker)), {
          concurrency: "unbounded",
        })
        tickers.forEach((ticker, index) => {
          const { expected = { type: "stocks" } } = odd[ticker] ?? {}
          assert.deepInclude(Either.merge(answers[index]!), expected as never, ticker)
        })
        assert.isBelow((yield* ScriptedTransport.exchanges).length, 100)
      }).pipe(Effect.provide(scripted(serve))),
  )

  it.effect("fails as a service that repeats a page, of which its caller knows nothing", () =>
    Effect.gen(function* () {
      const error: CallError = yield* Effect.flip(Effect.flatMap(Snapshots, ({ get }) => get("AAPL")))
      assert.deepInclude(error, { _tag: "ServiceError", endpoint: "snapshots.get" })
      assert.include(error.message, "page 1 cannot be followed: its next_url was followed before")
    }).pipe(
      Effect.provide(scripted(({ url }) => ScriptedTransport.json({ status: "OK", results: [], next_url: url.href }))),
    ),
  )

  it.effect("can be mocked by itself", () =>
    Effect.gen(function* () {
      const { get } = yield* Snapshots
      assert.strictEqual((yield* Effect.flip(get("AAPL")))._tag, "NotFound")
    }).pipe(
      Effect.provide(Mock.layer(Snapshots, { get: () => new NotFound({ endpoint: "snapshots.get", detail: "" }) })),
    ),
  )
})
