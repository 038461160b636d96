import { Universes } from "@candela/backfill"
import { Crypto } from "@candela/crypto"
import { Forex } from "@candela/forex"
import { Reference } from "@candela/reference"
import { Stocks } from "@candela/stocks"
import * as FileSystem from "@effect/platform/FileSystem"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, describe, it, layer } from "@effect/vitest"
import { Chunk, Effect, Either, Layer, Stream } from "effect"
import * as Support from "./support.js"

const bars = { timespan: "minute" } as const
const { bars: stocks } = Stocks.endpoints

layer(Layer.provideMerge(Reference.layer, Support.sandbox))("the tickers that the service lists", (it) => {
  it.effect("of a day are those that were active on it, also those that were delisted since", () =>
    Effect.gen(function* () {
      const reference = yield* Reference
      const { endpoint, market, multiplier, tickers, timespan } = yield* Universes.listed(stocks, {
        ...bars,
        asOf: "2024-01-02",
      })
      assert.deepStrictEqual({ market, multiplier, timespan }, { market: "stocks", multiplier: 1, timespan: "minute" })
      assert.strictEqual(endpoint, stocks)
      const expected = yield* Stream.runCollect(
        reference.tickers.stream({ market: "stocks", date: "2024-01-02", active: true }),
      )
      assert.deepStrictEqual(
        tickers,
        Chunk.toReadonlyArray(expected)
          .map(({ ticker }) => ticker)
          .sort(),
      )
      assert.include(tickers, "SPLK")
      assert.notInclude((yield* Universes.listed(stocks, bars)).tickers, "SPLK")
    }),
  )

  it.effect("have those that were delisted in a range, so that a back-test sees what could be bought", () =>
    Effect.gen(function* () {
      const of = (delistedSince?: string) =>
        Effect.map(Universes.listed(stocks, { ...bars, asOf: "2025-06-27", delistedSince }), ({ tickers }) => tickers)
      const [active, since, until] = yield* Effect.all([of(), of("2024-03-18"), of("2024-03-19")])
      assert.notInclude(active, "SPLK")
      assert.include(since, "SPLK")
      assert.notInclude(until, "SPLK")
      for (const ticker of active) assert.include(since, ticker)
      assert.strictEqual(new Set(since).size, since.length)
    }),
  )

  it.effect("are of some types, and of any market whose bars a store keeps", () =>
    Effect.gen(function* () {
      const of = (types: ReadonlyArray<Universes.Type>) =>
        Effect.map(Universes.listed(stocks, { ...bars, types }), ({ tickers }) => tickers)
      const [shares, funds, both] = yield* Effect.all([of(["CS"]), of(["ETF"]), of(["CS", "ETF"])])
      assert.include(shares, "AAPL")
      assert.include(funds, "SPY")
      assert.notInclude(shares, "SPY")
      assert.sameMembers([...both], [...shares, ...funds])
      assert.include((yield* Universes.listed(Crypto.endpoints.bars, bars)).tickers, "X:BTCUSD")
      assert.include((yield* Universes.listed(Forex.endpoints.bars, bars)).tickers, "C:EURUSD")
    }),
  )

  it.effect("are refused where there is none, and as the service refuses", () =>
    Effect.gen(function* () {
      const none = yield* Effect.flip(Universes.listed(stocks, { ...bars, asOf: "2024-01-02", types: ["BOND", "LT"] }))
      assert.strictEqual(
        none.message,
        "the service lists no stocks of the type BOND or LT on 2024-01-02: choose another day or type",
      )
      const wrong = yield* Effect.flip(Universes.listed(stocks, { ...bars, asOf: "2024-02-30" }))
      assert.strictEqual(wrong._tag, "InvalidRequest")
    }),
  )
})

describe("the tickers of a text", () => {
  it("stand one a line or several, with comments, and count once", () => {
    const text = "\uFEFF# the large ones\r\nAAPL\r\nMSFT, BRK.B  # two\n\nAAPL X:BTCUSD\r"
    assert.deepStrictEqual(Universes.parse(text), Either.right(["AAPL", "MSFT", "BRK.B", "X:BTCUSD"]))
  })

  it("are refused with the line of each fault", () => {
    const refused = (text: string, options: Universes.ParseOptions = {}) =>
      Either.getOrThrow(Either.flip(Universes.parse(text, options))).message
    assert.strictEqual(
      refused("AAPL\naapl\n\nX:BTCUSD\nI:SPX ÄÖ\n", { market: "stocks", name: "tickers.txt" }),
      [
        'tickers.txt: line 2: "aapl" is no ticker: they are case-sensitive, as AAPL is',
        'tickers.txt: line 4: "X:BTCUSD" is a ticker of crypto, and these are stocks',
        'tickers.txt: line 5: "I:SPX" is of a market whose bars no store holds: stocks, currencies (C:) and crypto (X:)',
        'tickers.txt: line 5: "ÄÖ" is no ticker: it has other characters than ASCII, or more than 50',
      ].join("\n"),
    )
    assert.strictEqual(refused("# nothing\n"), "the list of tickers: it has no ticker")
    const many = refused("ticker\n".repeat(15)).split("\n")
    assert.lengthOf(many, 11)
    assert.strictEqual(many.at(-1), "the list of tickers: and 5 other lines")
  })

  it.scoped("may be those of a file", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const path = `${yield* Support.folder}/tickers.txt`
      yield* fs.writeFileString(path, "MSFT\nAAPL\n")
      const { market, tickers, timespan } = yield* Universes.file(stocks, path, bars)
      assert.deepStrictEqual(
        { market, tickers, timespan },
        { market: "stocks", tickers: ["MSFT", "AAPL"], timespan: "minute" },
      )
      yield* fs.writeFileString(path, "X:BTCUSD\n")
      assert.include((yield* Effect.flip(Universes.file(stocks, path, bars))).message, `${path}: line 1: "X:BTCUSD" is`)
      assert.include((yield* Effect.flip(Universes.file(stocks, "/nowhere", bars))).message, "/nowhere cannot be read")
    }).pipe(Effect.provide(NodeContext.layer)),
  )
})
