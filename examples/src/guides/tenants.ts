/** An HTTP service whose customers have keys of their own: a program of docs/services.md. */
import { MarketData, MarketDataError } from "@candela/core"
import { Endpoint } from "@candela/core/declare"
import { Sandbox } from "@candela/sandbox"
import { Stocks } from "@candela/stocks"
import {
  HttpApi,
  HttpApiBuilder,
  HttpApiEndpoint,
  HttpApiGroup,
  HttpApiMiddleware,
  HttpApiSecurity,
  HttpServer,
} from "@effect/platform"
import { Console, Context, Effect, Layer, LayerMap, Redacted } from "effect"
import { inProcess } from "./services/inProcess.js"

// #region tenants
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
  .middleware(Tenant)

const Desk = HttpApi.make("desk").add(Prices)

const PricesLive = HttpApiBuilder.group(Desk, "prices", (handlers) =>
  Effect.map(Tenants, (tenants) =>
    handlers.handle("bars", ({ urlParams }) =>
      Effect.gen(function* () {
        const stocks = Effect.flatMap(Stocks, (stocks) => stocks.bars(urlParams))
        return yield* Effect.provide(stocks, tenants.get(Redacted.value(yield* Key)))
      }),
    ),
  ),
)
// #endregion

const DeskLive = HttpApiBuilder.api(Desk).pipe(
  Layer.provide(PricesLive),
  Layer.provide(Layer.succeed(Tenant, { bearer: Effect.succeed })),
  Layer.provide(Tenants.Default),
  Layer.provide(Sandbox.layerHttpClient({ keys: { free: "basic", paying: "business" } })),
)
const { handler } = HttpApiBuilder.toWebHandler(Layer.mergeAll(DeskLive, HttpServer.layerContext))

const program = Effect.gen(function* () {
  const today = "/bars?stocksTicker=AAPL&multiplier=1&timespan=minute&from=2025-06-30&to=2025-06-30"
  for (const key of ["free", "paying", "unknown"]) {
    const headers = { authorization: `Bearer ${key}` }
    const response = yield* inProcess(handler).get(`http://desk${today}`, { headers })
    const body = (yield* response.json) as { readonly results?: ReadonlyArray<unknown>; readonly reason?: string }
    yield* Console.log(`${key}: ${response.status}, ${body.results ? `${body.results.length} minutes` : body.reason}`)
  }
})

await Effect.runPromise(program)
