import { MarketData } from "@candela/core"
import { Stocks } from "@candela/stocks"
import { FetchHttpClient } from "@effect/platform"
import { Config, ConfigProvider, Console, Effect, Layer } from "effect"

const FromVault = MarketData.layerConfig({
  baseUrl: Config.string("VAULT_URL"),
  apiKey: Config.redacted("VAULT_KEY"), // a Redacted: no log shows it
  retryBudget: { reserve: Config.withDefault(Config.integer("RETRIES"), 10) },
})

const program = Effect.gen(function* () {
  const stocks = yield* Stocks
  const { results } = yield* stocks.previousDayBar({ stocksTicker: "AAPL" })
  yield* Console.log(`AAPL closed at ${results[0]?.close}`)
})

const Live = Stocks.layer.pipe(Layer.provide(FromVault), Layer.provide(FetchHttpClient.layer))

// A real provider would ask the vault.
const vault = ConfigProvider.fromMap(
  new Map([
    ["VAULT_URL", process.env["MARKET_DATA_URL"]!],
    ["VAULT_KEY", process.env["MARKET_DATA_API_KEY"]!],
  ]),
)

await Effect.runPromise(Effect.provide(program, Live).pipe(Effect.withConfigProvider(vault)))
