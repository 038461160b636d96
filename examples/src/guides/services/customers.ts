import { MarketData, MarketDataError } from "@candela/core"
import { Endpoint } from "@candela/core/declare"
import { Sandbox } from "@candela/sandbox"
import { Stocks } from "@candela/stocks"
import {
  HttpApi,
  HttpApiBuilder,
  HttpApiEndpoint,
  HttpApiError,
  HttpApiGroup,
  HttpApiMiddleware,
  HttpApiSecurity,
  HttpServer,
} from "@effect/platform"
import { Context, Effect, Layer, LayerMap, Redacted } from "effect"

const account = (apiKey: string) => MarketData.layer({ baseUrl: "http://sandbox", apiKey: Redacted.make(apiKey) })

/** The services of each customer, kept while they are in use. */
class Tenants extends LayerMap.Service<Tenants>()("Tenants", {
  lookup: (apiKey: string) => Stocks.layer.pipe(Layer.provide(account(apiKey))),
  idleTimeToLive: "10 minutes",
}) {}

/** The key of the customer who sent a request. */
class Key extends Context.Tag("Key")<Key, Redacted.Redacted>() {}

class Tenant extends HttpApiMiddleware.Tag<Tenant>()("Tenant", {
  provides: Key,
  security: { bearer: HttpApiSecurity.bearer },
}) {}

const { bars } = Stocks.endpoints

const Prices = HttpApiGroup.make("prices")
  .add(
    HttpApiEndpoint.get("bars", "/bars")
      .setUrlParams(Endpoint.requestSchema(bars))
      .addSuccess(Endpoint.pageSchema(bars)),
  )
  .addError(MarketDataError)
  .addError(HttpApiError.Unauthorized)
  .middleware(Tenant)

const Desk = HttpApi.make("desk").add(Prices)

const PricesLive = HttpApiBuilder.group(Desk, "prices", (handlers) =>
  Effect.map(Tenants, (tenants) =>
    handlers.handle(
      "bars",
      ({ urlParams }) =>
        Effect.gen(function* () {
          const stocks = Effect.flatMap(Stocks, (stocks) => stocks.bars(urlParams))
          return yield* Effect.provide(stocks, tenants.get(Redacted.value(yield* Key)))
        }).pipe(Effect.catchTag("InvalidOption", () => new HttpApiError.Unauthorized())), // no key that could be sent
    ),
  ),
)

const DeskLive = HttpApiBuilder.api(Desk).pipe(
  Layer.provide(PricesLive),
  Layer.provide(Layer.succeed(Tenant, { bearer: Effect.succeed })),
  Layer.provide(Tenants.Default),
  Layer.provide(Sandbox.layerHttpClient({ keys: { free: "basic", paying: "business" } })),
)
const { handler } = HttpApiBuilder.toWebHandler(Layer.mergeAll(DeskLive, HttpServer.layerContext))

const today = "/bars?stocksTicker=AAPL&multiplier=1&timespan=minute&from=2025-06-30&to=2025-06-30"
for (const key of ["free", "paying", "unknown", "not one"]) {
  const headers = { authorization: `Bearer ${key}` }
  const response = await handler(new Request(`http://desk${today}`, { headers }))
  console.log(`${key}: ${response.status}`)
}
