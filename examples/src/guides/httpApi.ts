/** An HTTP service over Candela, with its OpenAPI document: a program of docs/services.md. */
import { Catalog } from "@candela/catalog"
import { MarketDataError } from "@candela/core"
import { Endpoint } from "@candela/core/declare"
import { Sandbox } from "@candela/sandbox"
import { OpenClose, Stocks } from "@candela/stocks"
import {
  HttpApi,
  HttpApiBuilder,
  HttpApiClient,
  HttpApiEndpoint,
  HttpApiGroup,
  HttpServer,
  OpenApi,
} from "@effect/platform"
import { Console, Effect, Layer } from "effect"
import { inProcess } from "./services/inProcess.js"

// #region api
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
// #endregion

// #region handlers
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
// #endregion

// The service in this process. A program serves it: HttpApiBuilder.serve().
const { handler } = HttpApiBuilder.toWebHandler(Layer.mergeAll(DeskLive, HttpServer.layerContext))
const http = inProcess(handler)

const requests = Effect.gen(function* () {
  for (const url of [
    "/bars?stocksTicker=AAPL&multiplier=1&timespan=day&from=2025-06-26&to=2025-06-27",
    "/bars?stocksTicker=AAPL&multiplier=1&timespan=fortnight&from=2025-06-26&to=2025-06-27",
    "/day?stocksTicker=NONE&date=2025-06-27",
  ]) {
    const response = yield* http.get(`http://desk${url}`)
    yield* Console.log(`${response.status} ${(yield* response.text).slice(0, 160)}`)
  }
})

// #region client
const client = Effect.gen(function* () {
  const { prices } = yield* HttpApiClient.makeWith(Desk, { httpClient: http, baseUrl: "http://desk" })
  const day = { stocksTicker: "NONE", date: "2025-06-27" }
  const error = yield* Effect.flip(prices.day({ urlParams: day })) // MarketDataError, and those of HTTP
  yield* Console.log(`${error._tag}: ${error.message}`)
})
// #endregion

const document = Effect.gen(function* () {
  const { components, paths } = OpenApi.fromApi(Desk)
  const { parameters, responses } = paths["/bars"]!.get!
  yield* Console.log(`statuses: ${Object.keys(responses).join(", ")}`)
  yield* Console.log(
    `schemas: ${Object.keys(components.schemas)
      .filter((name) => /^[A-Z]\w+$/.test(name))
      .join(", ")}`,
  )
  for (const { name, schema } of parameters.slice(-3)) yield* Console.log(`${name}: ${JSON.stringify(schema)}`)
})

await Effect.runPromise(Effect.all([requests, client, document]))
