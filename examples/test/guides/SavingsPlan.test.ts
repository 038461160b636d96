/** The tests of docs/testing.md: by mocks, by the sandbox, and under faults. */
import { MarketData, Mock, Unauthorized } from "@candela/core"
import { Sandbox } from "@candela/sandbox"
import { Stocks, type Bar } from "@candela/stocks"
import { Faults } from "@candela/testing"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SavingsPlan } from "./SavingsPlan.js"

const month = (open: number, close: number): Bar => ({ timestamp: 0, open, close, high: 99, low: 1, volume: 100 })

/** The service of the application, on top of whatever answers for `Stocks`. */
const on = (stocks: Layer.Layer<Stocks, unknown>) => Effect.provide(Layer.provide(SavingsPlan.Default, stocks))

it.effect("buys at the open of each month", () =>
  Effect.gen(function* () {
    const plan = yield* SavingsPlan
    const outcome = yield* plan.outcome("AAPL", 100, "2024-01-01", "2024-02-29")
    assert.deepStrictEqual(outcome, { shares: 30, paid: 200, worth: 600 })
  }).pipe(on(Mock.layer(Stocks, { bars: Mock.paged([month(10, 12), month(5, 20)]) }))),
)

const refusal = new Unauthorized({ endpoint: "stocks.bars", reason: "UnknownKey", detail: "Unknown API Key" })

it.effect("passes on that the key is refused", () =>
  Effect.gen(function* () {
    const plan = yield* SavingsPlan
    const error = yield* Effect.flip(plan.outcome("AAPL", 100, "2024-01-01", "2024-02-29"))
    assert.strictEqual(error._tag, "Unauthorized")
  }).pipe(on(Mock.layer(Stocks, { bars: Mock.fail(refusal) }))),
)

// #region sandbox
it.effect("buys each month of a year, in the sandbox", () =>
  Effect.gen(function* () {
    const plan = yield* SavingsPlan
    const outcome = yield* plan.outcome("AAPL", 100, "2024-01-01", "2024-12-31")
    assert.strictEqual(outcome.paid, 1200)
  }).pipe(on(Stocks.layer.pipe(Layer.provide(Sandbox.layer())))),
)
// #endregion

// #region faults
const Faulty = Stocks.layer.pipe(
  Layer.provide(MarketData.layer({ baseUrl: "http://sandbox", apiKey: "sandbox" })),
  Layer.provide(Faults.layer({ seed: 7, faults: { "503": 0.5, ResetInBody: 0.1 } })),
  Layer.provide(Sandbox.layerHttpClient()),
)

it.live("bears a service that fails half of the time", () =>
  Effect.gen(function* () {
    const plan = yield* SavingsPlan
    const outcome = yield* plan.outcome("AAPL", 100, "2024-01-01", "2024-12-31")
    assert.strictEqual(outcome.paid, 1200)
  }).pipe(on(Faulty)),
)
// #endregion
