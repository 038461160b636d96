import { MarketData } from "@candela/core/MarketData"
import { Crypto } from "@candela/crypto"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { Effect, Layer } from "effect"

/** The service of crypto pairs on a scripted transport. */
export const scripted = (script: Parameters<typeof ScriptedTransport.layer>[0]) =>
  Crypto.layer.pipe(
    Layer.provide(MarketData.layer({ baseUrl: "http://service.test", apiKey: "a-key-of-a-test" })),
    Layer.provideMerge(ScriptedTransport.layer(script)),
  )

/** Path and query of each request so far, as a person reads them. */
export const requested = Effect.map(ScriptedTransport.exchanges, (exchanges) =>
  exchanges.map(({ url }) => decodeURIComponent(url.pathname + url.search)),
)
