/** The programs of docs/configuration.md. */
import { MarketData, RateLimit } from "@candela/core"
import { Stocks } from "@candela/stocks"
import { FetchHttpClient } from "@effect/platform"
import { Config, ConfigProvider, Console, Effect, Layer, Redacted } from "effect"

// #region environment
const FromEnvironment = MarketData.layerConfig({ rateLimit: RateLimit.unlimited, timeout: "10 seconds" })
// #endregion

// #region config
const FromConfig = MarketData.layerConfig({
  baseUrl: Config.string("VAULT_URL"),
  apiKey: Config.redacted("VAULT_KEY"), // a Redacted: no log shows it
  retryBudget: { reserve: Config.withDefault(Config.integer("RETRIES"), 10) },
})
// #endregion

const program = Effect.gen(function* () {
  const stocks = yield* Stocks
  const { results } = yield* stocks.previousDayBar({ stocksTicker: "AAPL" })
  yield* Console.log(`AAPL closed at ${results[0]?.close}`)
})

const on = <E>(connection: Layer.Layer<MarketData, E, never>) =>
  Effect.provide(program, Stocks.layer.pipe(Layer.provide(connection)))

await Effect.runPromise(on(FromEnvironment.pipe(Layer.provide(FetchHttpClient.layer))))

const vault = ConfigProvider.fromMap(
  new Map([
    ["VAULT_URL", process.env["MARKET_DATA_URL"]!],
    ["VAULT_KEY", process.env["MARKET_DATA_API_KEY"]!],
  ]),
)
await Effect.runPromise(
  on(FromConfig.pipe(Layer.provide(FetchHttpClient.layer))).pipe(Effect.withConfigProvider(vault)),
)

// #region redacted
const key = Redacted.make("a-key")
console.log(`${key}`, JSON.stringify({ key }))
// #endregion
