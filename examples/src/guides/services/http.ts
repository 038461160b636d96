import { Catalog } from "@candela/catalog"
import { MarketDataError } from "@candela/core"
import { Endpoint } from "@candela/core/declare"
import { Sandbox } from "@candela/sandbox"
import { OpenClose, Stocks } from "@candela/stocks"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpServer, OpenApi } from "@effect/platform"
import { Effect, Layer } from "effect"

const { bars, openClose } = Stocks.endpoints

const Prices = HttpApiGroup.make("prices")
  .add(
    HttpApiEndpoint.get("bars", "/bars")
      .setUrlParams(Catalog.annotate(Endpoint.requestSchema(bars)))
      .addSuccess(Catalog.annotate(Endpoint.pageSchema(bars))),
  )
  .add(
    HttpApiEndpoint.get("day", "/day")
      .setUrlParams(Catalog.annotate(Endpoint.requestSchema(openClose)))
      .addSuccess(Catalog.annotate(OpenClose)),
  )
  .addError(MarketDataError)

const Desk = HttpApi.make("desk").add(Prices)

const PricesLive = HttpApiBuilder.group(Desk, "prices", (handlers) =>
  Effect.map(Stocks, (stocks) =>
    handlers
      .handle("bars", ({ urlParams }) => stocks.bars(urlParams))
      .handle("day", ({ urlParams }) => stocks.openClose(urlParams)),
  ),
)

const DeskLive = HttpApiBuilder.api(Desk).pipe(
  Layer.provide(PricesLive),
  Layer.provide(Stocks.layer),
  Layer.provide(Sandbox.layer()), // or MarketData.layerConfig()
)

// As a function from a Request to a Response, which Bun, Deno and workers serve.
const { handler } = HttpApiBuilder.toWebHandler(Layer.mergeAll(DeskLive, HttpServer.layerContext))

for (const path of [
  "/bars?stocksTicker=AAPL&multiplier=1&timespan=day&from=2025-06-26&to=2025-06-27",
  "/bars?stocksTicker=AAPL&multiplier=1&timespan=fortnight&from=2025-06-26&to=2025-06-27",
  "/day?stocksTicker=NONE&date=2025-06-27",
]) {
  const response = await handler(new Request(`http://desk${path}`))
  console.log(response.status, (await response.text()).slice(0, 60))
}

const { paths } = OpenApi.fromApi(Desk)
console.log(`statuses of /bars: ${Object.keys(paths["/bars"]!.get!.responses).join(", ")}`)
