import { Cache, MarketData, MarketDataError } from "@candela/core"
import { Endpoint } from "@candela/core/declare"
import { OpenClose, Stocks } from "@candela/stocks"
import {
  FetchHttpClient,
  HttpApi,
  HttpApiBuilder,
  HttpApiEndpoint,
  HttpApiGroup,
  HttpApp,
  HttpServer,
  HttpServerResponse,
} from "@effect/platform"
import * as NodeContext from "@effect/platform-node/NodeContext"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Console, Duration, Effect, Layer } from "effect"
import { createServer } from "node:http"

const { bars, openClose } = Stocks.endpoints

// addError(MarketDataError) gives each error its HTTP status.
const Prices = HttpApiGroup.make("prices")
  .add(
    HttpApiEndpoint.get("bars", "/bars")
      .setUrlParams(Endpoint.requestSchema(bars))
      .addSuccess(Endpoint.pageSchema(bars)),
  )
  .add(HttpApiEndpoint.get("day", "/day").setUrlParams(Endpoint.requestSchema(openClose)).addSuccess(OpenClose))
  .addError(MarketDataError)

const Desk = HttpApi.make("desk").add(Prices)

const setHeader = (name: string, value: string) =>
  HttpApp.appendPreResponseHandler((_, response) => Effect.succeed(HttpServerResponse.setHeader(response, name, value)))

/** Tells callers how long an answer may be kept, and after how many seconds to try again. */
const withHeaders = <A, R>(answer: Effect.Effect<A, MarketDataError, R>) =>
  answer.pipe(
    Effect.tap(() => setHeader("cache-control", "public, max-age=60")),
    Effect.tapErrorTag("RateLimited", ({ retryAfter }) =>
      setHeader("retry-after", String(Math.ceil(Duration.toSeconds(retryAfter ?? "1 minute")))),
    ),
  )

const PricesLive = HttpApiBuilder.group(Desk, "prices", (handlers) =>
  Effect.map(Stocks, (stocks) =>
    handlers
      .handle("bars", ({ urlParams }) => withHeaders(stocks.bars(urlParams)))
      .handle("day", ({ urlParams }) => withHeaders(stocks.openClose(urlParams, { deadline: "10 seconds" }))),
  ),
)

// All requests share one rate limit, one budget of retries, and the cache of responses in this folder.
const StocksLive = Stocks.layer.pipe(
  Layer.provide(Cache.layerFileSystem("market-data", { timeToLive: { "stocks.openClose": "1 hour" } })),
  Layer.provide(MarketData.layerConfig()),
  Layer.provide(FetchHttpClient.layer),
  Layer.provide(NodeContext.layer),
)

const ServerLive = HttpApiBuilder.serve().pipe(
  Layer.provide(HttpApiBuilder.api(Desk)),
  Layer.provide(PricesLive),
  Layer.provide(StocksLive),
  Layer.provideMerge(NodeHttpServer.layer(createServer, { port: Number(process.env["PORT"] ?? 3000) })),
)

// Requests itself, and ends. To serve until Ctrl-C: NodeRuntime.runMain(Layer.launch(ServerLive)).
const program = Effect.gen(function* () {
  const { address } = yield* HttpServer.HttpServer
  const port = address._tag === "TcpAddress" ? address.port : 0
  for (const path of [
    "/bars?stocksTicker=AAPL&multiplier=1&timespan=day&from=2025-06-26&to=2025-06-27&adjusted=false",
    "/bars?stocksTicker=AAPL&multiplier=1&timespan=day&from=2025-06-27&to=2025-06-26",
    "/day?stocksTicker=NONE&date=2025-06-27",
  ]) {
    const response = yield* Effect.promise(() => fetch(`http://127.0.0.1:${port}${path}`))
    const body = (yield* Effect.promise(() => response.json())) as { readonly _tag?: string }
    yield* Console.log(response.status, body._tag ?? response.headers.get("cache-control"))
  }
})

await Effect.runPromise(program.pipe(Effect.provide(ServerLive)))
