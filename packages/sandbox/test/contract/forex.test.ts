import { Forex } from "@candela/forex/Forex"
import { defaultNow } from "@candela/sandbox/dataset/Dataset"
import { round } from "@candela/sandbox/numbers/Rounding"
import { Store } from "@candela/sandbox/store/Store"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { connections, type keys, serviceOf, Tables } from "./support.js"

const forexOf = (key: keyof typeof keys | (string & {}) = "key") => serviceOf(Forex, key)

interface Quote {
  readonly ask: number
  readonly bid: number
  readonly nanos: bigint
  readonly sequence: bigint
}

/** The last quote of a pair before an instant, from the table. */
const lastQuote = (ticker: string, before = defaultNow) =>
  Effect.gen(function* () {
    const { query } = yield* Store
    const [quote] = yield* query<Quote>(
      `SELECT ask_price AS ask, bid_price AS bid, participant_timestamp AS nanos, sequence FROM forex_quotes
       WHERE ticker = $1 AND participant_timestamp < $2 ORDER BY participant_timestamp DESC, sequence DESC LIMIT 1`,
      [ticker, BigInt(before) * 1_000_000n],
    )
    return quote!
  })

const last = ({ ask, bid, nanos }: Pick<Quote, "ask" | "bid" | "nanos">) => ({
  ask,
  bid,
  exchange: 48,
  timestamp: Number(nanos / 1_000_000n),
})

describe("currencies", () => {
  layer(Layer.merge(connections["in process"], Tables), { excludeTestServices: true })((it) => {
    it.scoped("are converted at the middle of the last quote, rounded as asked, with the quote", () =>
      Effect.gen(function* () {
        const forex = yield* forexOf()
        const quote = yield* lastQuote("C:AUDUSD")
        const middle = (quote.ask + quote.bid) / 2
        for (const precision of [0, 1, 2, 3, 4]) {
          for (const amount of [100, 0, -12.345, 1e9]) {
            const { request_id, ...result } = yield* forex.conversion({ from: "AUD", to: "USD", amount, precision })
            assert.match(request_id!, /^[0-9a-f]{32}$/)
            assert.deepStrictEqual(result, {
              status: "success",
              from: "AUD",
              to: "USD",
              symbol: "AUD/USD",
              initialAmount: amount,
              converted: round(amount * middle, precision),
              last: last(quote),
            })
          }
        }
        const one = yield* forex.conversion({ from: "AUD", to: "USD" })
        assert.deepInclude(one, { initialAmount: 1, converted: round(middle, 2) })
      }),
    )

    it.scoped("are converted in either order of a pair", () =>
      Effect.gen(function* () {
        const forex = yield* forexOf()
        const { ask, bid, nanos } = yield* lastQuote("C:USDJPY")
        const turned = { ask: round(1 / bid, 8), bid: round(1 / ask, 8) }
        const result = yield* forex.conversion({ from: "JPY", to: "USD", amount: 1_000_000, precision: 4 })
        assert.deepInclude(result, {
          symbol: "JPY/USD",
          converted: round((1_000_000 * (turned.ask + turned.bid)) / 2, 4),
          last: last({ ...turned, nanos }),
        })
        assert.closeTo(result.converted, 1_000_000 / ((ask + bid) / 2), 0.02)
      }),
    )

    it.scoped(
      "are not converted where the service knows no such pair, twice the same, or the plan does not include it",
      () =>
        Effect.gen(function* () {
          const forex = yield* forexOf()
          for (const [from, to] of [
            ["EUR", "XXX"],
            ["XXX", "EUR"],
            ["SEK", "NOK"],
          ] as const) {
            const error = yield* Effect.flip(forex.conversion({ from, to }))
            assert.deepInclude(error, { _tag: "NotFound", status: 404 })
          }
          for (const from of ["EUR", "XXX"]) {
            const error = yield* Effect.flip(forex.conversion({ from, to: from }))
            assert.deepInclude(error, { _tag: "Conflict", status: 409 })
          }
          for (const key of ["basic-key", "starter-key"]) {
            const error = yield* Effect.flip((yield* forexOf(key)).conversion({ from: "EUR", to: "USD" }))
            assert.deepInclude(error, { _tag: "Unauthorized", reason: "NotEntitled", status: 403 })
          }
        }),
    )

    it.scoped("are converted in real time, on plans with a delay too", () =>
      Effect.gen(function* () {
        const quote = yield* lastQuote("C:EURUSD")
        for (const key of ["developer-key", "advanced-key", "key"]) {
          const result = yield* (yield* forexOf(key)).conversion({ from: "EUR", to: "USD" })
          assert.deepInclude(result, { status: "success", last: last(quote) })
        }
      }),
    )
  })
})
