import { MarketData } from "@candela/core/MarketData"
import * as Retry from "@candela/core/Retry"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { Effect, Layer, Redacted } from "effect"
import { Weather } from "./endpoints.js"

/** A key that stands nowhere else. */
export const apiKey = "sk-3d7f61b2c0ffee-distinctive"

/** The service of the test endpoints on a scripted transport. It does not retry, unless it is told to. */
export const weather = (script: ScriptedTransport.Script, options: Partial<MarketData.Options> = {}) =>
  Weather.layer.pipe(
    Layer.provideMerge(
      Layer.orDie(
        MarketData.layer({
          baseUrl: "http://service.test",
          apiKey: Redacted.make(apiKey),
          retry: Retry.none,
          ...options,
        }),
      ),
    ),
    Layer.provideMerge(ScriptedTransport.layer(script)),
  )

/** The paths and queries that were asked for. */
export const asked = Effect.map(ScriptedTransport.exchanges, (all) => all.map(({ url }) => url.pathname + url.search))

/** What became of the requests. */
export const states = Effect.map(ScriptedTransport.exchanges, (all) => all.map(({ state }) => state))

/** When the requests were made. */
export const times = Effect.map(ScriptedTransport.exchanges, (all) => all.map(({ at }) => at))
