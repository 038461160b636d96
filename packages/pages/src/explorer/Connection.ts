/**
 * Client in the browser: the services on the origin of the page.
 *
 * @module
 */
import { LiveConnection } from "@candela/core/LiveConnection"
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
import * as Socket from "@effect/platform/Socket"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

/** Services that the page uses. */
export type Services = MarketData | LiveConnection | Stocks | Forex | Crypto | Futures | Reference

/**
 * Makes the services with a key. The page's Content-Security-Policy forbids compiling decoders; at
 * most one retry, because a user is waiting.
 */
export const layer = (baseUrl: string, apiKey: Redacted.Redacted): Layer.Layer<Services> =>
  Layer.mergeAll(Stocks.layer, Forex.layer, Crypto.layer, Futures.layer, Reference.layer).pipe(
    Layer.provideMerge(
      // No socket is opened before a chart follows. The key travels in a message.
      Layer.orDie(
        LiveConnection.layer({ url: baseUrl.replace(/^http/, "ws"), apiKey, codeGeneration: false }).pipe(
          Layer.provide(Socket.layerWebSocketConstructorGlobal),
        ),
      ),
    ),
    Layer.provideMerge(
      // The form of the page has checked the key.
      Layer.orDie(
        MarketData.layer({
          baseUrl,
          apiKey,
          codeGeneration: false,
          retry: Retry.make({ times: 1, base: "200 millis" }),
        }),
      ),
    ),
    Layer.provide(FetchHttpClient.layer),
  )

const Health = Schema.Struct({ now: Schema.Date, clock: Schema.String })

/** The present of the service. */
export interface Present {
  /** Its time, epoch milliseconds. */
  readonly now: number
  /** Whether its time passes, so that the live channel has something to tell. */
  readonly passes: boolean
}

/** Reads the present of the service. Needs no key. */
export const present = (baseUrl: string): Effect.Effect<Present, Unreachable> =>
  Effect.flatMap(HttpClient.HttpClient, (client) => client.get(`${baseUrl}/health`)).pipe(
    Effect.flatMap(HttpClientResponse.schemaBodyJson(Health)),
    Effect.map(({ clock, now }) => ({ now: now.getTime(), passes: clock !== "fixed" })),
    Effect.mapError((cause) => new Unreachable({ detail: cause.message })),
    Effect.scoped,
    Effect.provide(FetchHttpClient.layer),
  )

/** Error for data other than market data that the page cannot load. */
export class Unreachable extends Schema.TaggedError<Unreachable>()("Unreachable", {
  /** Cause, as far as known. */
  detail: Schema.String,
}) {
  override get message(): string {
    return `The service cannot be reached (${this.detail}).`
  }
}
