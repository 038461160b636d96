/**
 * The client in the browser: the services on the origin that the page came from.
 *
 * @module
 */
import { MarketData } from "@candela/core/MarketData"
import * as Retry from "@candela/core/Retry"
import { Crypto } from "@candela/crypto/Crypto"
import { Forex } from "@candela/forex/Forex"
import { Futures } from "@candela/futures/Futures"
import { Reference } from "@candela/reference/Reference"
import { Stocks } from "@candela/stocks/Stocks"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

/** The services that the page uses. */
export type Services = MarketData | Stocks | Forex | Crypto | Futures | Reference

/** The services with a key. The page's Content-Security-Policy forbids to compile decoders, and a person waits for one retry at most. */
export const layer = (baseUrl: string, apiKey: Redacted.Redacted): Layer.Layer<Services> =>
  Layer.mergeAll(Stocks.layer, Forex.layer, Crypto.layer, Futures.layer, Reference.layer).pipe(
    Layer.provideMerge(
      MarketData.layer({ baseUrl, apiKey, codeGeneration: false, retry: Retry.make({ times: 1, base: "200 millis" }) }),
    ),
    Layer.provide(FetchHttpClient.layer),
  )

const Health = Schema.Struct({ now: Schema.Date })

/** The service's present, in epoch milliseconds. It needs no key. */
export const now = (baseUrl: string): Effect.Effect<number, Unreachable> =>
  Effect.flatMap(HttpClient.HttpClient, (client) => client.get(`${baseUrl}/health`)).pipe(
    Effect.flatMap(HttpClientResponse.schemaBodyJson(Health)),
    Effect.map((health) => health.now.getTime()),
    Effect.mapError((cause) => new Unreachable({ detail: cause.message })),
    Effect.scoped,
    Effect.provide(FetchHttpClient.layer),
  )

/** What the page needs besides market data cannot be loaded. */
export class Unreachable extends Schema.TaggedError<Unreachable>()("Unreachable", {
  /** The cause, as far as it is known. */
  detail: Schema.String,
}) {
  override get message(): string {
    return `The service cannot be reached (${this.detail}).`
  }
}
