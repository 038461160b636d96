import {
  BadResolution,
  Conflict,
  DecodeError,
  InvalidRequest,
  isMarketDataError,
  MarketDataError,
  NotFound,
  PaginationError,
  RateLimited,
  ServiceError,
  TimeoutError,
  TransportError,
  Unauthorized,
} from "@candela/core/MarketDataError"
import { assert, describe, it } from "@effect/vitest"
import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpServer from "@effect/platform/HttpServer"
import { Duration, Effect, Layer, Schema } from "effect"

const endpoint = "stocks.bars"
const answer = (status: number, detail = "") => ({ endpoint, status, requestId: "3f2a", detail })

const cases: ReadonlyArray<readonly [error: MarketDataError, message: string]> = [
  [
    new Unauthorized({ ...answer(401, "Unknown API Key"), reason: "UnknownKey", keyFrom: "MARKET_DATA_API_KEY" }),
    "stocks.bars: the service refused the key (401, request 3f2a). Check MARKET_DATA_API_KEY.",
  ],
  [
    new Unauthorized({ ...answer(401, "Unknown API Key"), reason: "UnknownKey" }),
    "stocks.bars: the service refused the key (401, request 3f2a). Check the API key.",
  ],
  [
    new Unauthorized({ ...answer(401), reason: "MissingKey", keyFrom: "apiKey of MarketData.layer" }),
    "stocks.bars: the service got no key (401, request 3f2a). Check apiKey of MarketData.layer.",
  ],
  [
    new Unauthorized({ ...answer(403, "Upgrade your plan."), reason: "NotEntitled" }),
    "stocks.bars: the key's plan does not include these data (403, request 3f2a). The service says: Upgrade your plan.",
  ],
  [
    new NotFound({ endpoint, status: 404, detail: "Data not found." }),
    "stocks.bars: not found (404, no request id). Check the ticker (case-sensitive). The service says: Data not found.",
  ],
  [
    new Conflict(answer(409, "limit is too large")),
    "stocks.bars: the service refused a parameter (409, request 3f2a). The service says: limit is too large",
  ],
  [
    new BadResolution({ endpoint, detail: "60min: use 1hour" }),
    "stocks.bars: unsupported resolution (not sent). 60min: use 1hour",
  ],
  [
    new RateLimited({ ...answer(429, "slow down"), retryAfter: Duration.minutes(3) }),
    "stocks.bars: too many requests (429, request 3f2a). Wait 180 s. Set rateLimit of MarketData.layer to your plan's rate.",
  ],
  [
    // A field that is not known, as a test writes it.
    new RateLimited({ ...answer(429), retryAfter: undefined, notRetried: undefined }),
    "stocks.bars: too many requests (429, request 3f2a). Set rateLimit of MarketData.layer to your plan's rate.",
  ],
  [
    new ServiceError({ ...answer(503, "maintenance"), retryAfter: Duration.seconds(30) }),
    "stocks.bars: the service failed (503, request 3f2a). The service says: maintenance",
  ],
  [new ServiceError(answer(500)), "stocks.bars: the service failed (500, request 3f2a)."],
  [
    new InvalidRequest({ endpoint, parameter: "limit", value: "0", expected: "a whole number from 1 to 50000" }),
    `stocks.bars: "limit" must be a whole number from 1 to 50000, but got 0. Nothing was sent.`,
  ],
  [
    new TransportError({ endpoint, reason: "Connection", detail: "ECONNREFUSED" }),
    "stocks.bars: nothing listens on the service (ECONNREFUSED). Start the service, or the sandbox with npx candela-sandbox, or correct the base URL.",
  ],
  ...(
    [
      [
        "ECONNREFUSED",
        "nothing listens on 127.0.0.1:8787 (ECONNREFUSED). Start the service, or the sandbox with npx candela-sandbox, or correct MARKET_DATA_URL.",
      ],
      [
        "ENOTFOUND",
        "no address is known for 127.0.0.1:8787 (ENOTFOUND). Check the network, or correct the host in MARKET_DATA_URL.",
      ],
      [
        "the proxy proxy.test:3128, set by HTTPS_PROXY: ECONNREFUSED",
        "no response from 127.0.0.1:8787 (the proxy proxy.test:3128, set by HTTPS_PROXY: ECONNREFUSED). Correct the variable of the proxy, name the host in NO_PROXY if it can be reached without, or check MARKET_DATA_URL.",
      ],
      ["EPROTO", "no TLS with 127.0.0.1:8787 (EPROTO). If it serves plain HTTP, use http:// in MARKET_DATA_URL."],
      [
        "ERR_SSL_WRONG_VERSION_NUMBER",
        "no TLS with 127.0.0.1:8787 (ERR_SSL_WRONG_VERSION_NUMBER). If it serves plain HTTP, use http:// in MARKET_DATA_URL.",
      ],
      [
        "ECONNRESET",
        "the connection was closed by 127.0.0.1:8787 (ECONNRESET). Check the network; if the service serves TLS, use https:// in MARKET_DATA_URL.",
      ],
      ["fetch failed", "no response from 127.0.0.1:8787 (fetch failed). Check the network, and MARKET_DATA_URL."],
      // Of Chromium, Firefox and Safari.
      ...["Failed to fetch", "NetworkError when attempting to fetch resource.", "Load failed"].map((text) => [
        text,
        `no response that this page may read from 127.0.0.1:8787 (${text}). The service must allow the page's origin (CORS; the sandbox with --cors), which browsers do not tell apart from a lost connection. Then check the network, and MARKET_DATA_URL.`,
      ]),
      [
        "SELF_SIGNED_CERT_IN_CHAIN",
        "no trusted certificate from 127.0.0.1:8787 (SELF_SIGNED_CERT_IN_CHAIN). Trust its authority (tls of NodeClient.layerWith, or NODE_EXTRA_CA_CERTS), or correct the host in MARKET_DATA_URL.",
      ],
    ] as const
  ).map(([detail, message]) => {
    const fields = { endpoint, detail, origin: "http://127.0.0.1:8787", urlFrom: "MARKET_DATA_URL" }
    return [new TransportError({ ...fields, reason: "Connection" }), `stocks.bars: ${message}`] as const
  }),
  [
    new TransportError({ endpoint, reason: "Connection", detail: "ECONNRESET", origin: "https://api.test" }),
    "stocks.bars: no response from api.test:443 (ECONNRESET). Check the network, and the base URL.",
  ],
  [
    new ServiceError({
      endpoint,
      status: 404,
      detail: "<html>",
      foreign: true,
      origin: "http://api.test",
      urlFrom: "baseUrl of MarketData.layer",
    }),
    "stocks.bars: unexpected response of api.test:80 (404, no request id): <html> Is this the service's URL? Check baseUrl of MarketData.layer, which ends before /v1, /v2 and the like, and proxies on the way.",
  ],
  [
    new TimeoutError({
      endpoint,
      timeout: Duration.seconds(5),
      reason: "the rate limit of 1 per 60 s has its next place in 52 s",
    }),
    "stocks.bars: not sent: the rate limit of 1 per 60 s has its next place in 52 s. The deadline is 5 s: raise it, or send fewer requests.",
  ],
  [
    new TransportError({ endpoint, reason: "CutBody", detail: "ECONNRESET", requestId: "3f2a" }),
    "stocks.bars: the response was cut off (ECONNRESET, request 3f2a).",
  ],
  [
    new TransportError({ endpoint, reason: "BodyTooLarge", detail: "more than 10 bytes" }),
    "stocks.bars: the response is too large (more than 10 bytes). Request smaller pages (limit, or pageSize of a stream), or raise maxBodySize of MarketData.layer.",
  ],
  [
    new TransportError({ endpoint, reason: "Redirect", detail: "it leads to another origin, http://evil.test" }),
    "stocks.bars: the redirect was not followed (it leads to another origin, http://evil.test). Check the base URL.",
  ],
  [
    new TimeoutError({ endpoint, timeout: Duration.seconds(30) }),
    "stocks.bars: no complete response within 30 s. Raise timeout of MarketData.layer or deadline of the call, or request smaller pages.",
  ],
  [
    new DecodeError({
      endpoint,
      requestId: "3f2a",
      path: "results[3].c",
      expected: "a number",
      actual: `"x"`,
      snippet: `"c":"x"`,
    }),
    `stocks.bars: results[3].c should be a number, but is "x", in "c":"x" (request 3f2a)`,
  ],
  [
    new DecodeError({ endpoint, path: "", expected: "an object", actual: "[]", snippet: "[]" }),
    "stocks.bars: the document should be an object, but is [], in []",
  ],
  [
    new PaginationError({ endpoint, page: 3, detail: "its next_url is not a URL" }),
    "stocks.bars: page 3 cannot be followed: its next_url is not a URL",
  ],
]

const statuses: Readonly<Record<MarketDataError["_tag"], number>> = {
  Unauthorized: 403,
  NotFound: 404,
  Conflict: 409,
  BadResolution: 400,
  RateLimited: 429,
  ServiceError: 502,
  InvalidRequest: 400,
  TransportError: 502,
  TimeoutError: 504,
  DecodeError: 502,
  PaginationError: 502,
}

describe("MarketDataError", () => {
  for (const [error, message] of cases) {
    it(`${error._tag} says: ${message}`, () => {
      assert.strictEqual(error.message, message)
      assert.include(String(error), message)
    })
  }

  it("has a case for every error", () => {
    const tags = MarketDataError.members.map((member) => member._tag)
    assert.sameMembers(
      tags,
      cases.map(([error]) => error._tag).filter((tag, index, all) => all.indexOf(tag) === index),
    )
  })

  it("survives being sent as JSON", () => {
    for (const [error] of cases) {
      const sent = JSON.stringify(Schema.encodeSync(MarketDataError)(error))
      const received = Schema.decodeUnknownSync(MarketDataError)(JSON.parse(sent))
      assert.deepStrictEqual(received, error)
      assert.strictEqual(received.message, error.message)
      assert.instanceOf(received, error.constructor as new () => object)
    }
  })

  it.effect("is answered by an HttpApi with the status of its class, alone and as the union", () =>
    Effect.gen(function* () {
      for (const declared of [MarketDataError, Schema.Union(...MarketDataError.members)]) {
        const group = HttpApiGroup.make("bars")
          .add(HttpApiEndpoint.get("one", "/one").addError(declared))
          .add(HttpApiEndpoint.get("none", "/none").addError(NotFound))
        const api = HttpApi.make("api").add(group)
        const answers = HttpApiBuilder.group(api, "bars", (handlers) =>
          handlers
            .handle("one", () => Effect.suspend(() => Effect.fail(raised)))
            .handle("none", () => new NotFound({ endpoint: "none", detail: "" })),
        )
        let raised: MarketDataError = cases[0]![0]
        const { dispose, handler } = HttpApiBuilder.toWebHandler(
          Layer.merge(Layer.provide(HttpApiBuilder.api(api), answers), HttpServer.layerContext),
        )
        const statusOf = (path: string) =>
          Effect.map(
            Effect.promise(() => handler(new Request(`http://api.test${path}`))),
            ({ status }) => status,
          )
        for (const [error] of cases) {
          raised = error
          assert.strictEqual(yield* statusOf("/one"), statuses[error._tag], error._tag)
        }
        assert.strictEqual(yield* statusOf("/none"), 404)
        yield* Effect.promise(dispose)
      }
    }),
  )

  it("is told from everything else by its guard", () => {
    for (const [error] of cases) assert.isTrue(isMarketDataError(error))
    for (const other of [new Error("NotFound"), { _tag: "NotFound", endpoint, detail: "" }, null, "NotFound"]) {
      assert.isFalse(isMarketDataError(other))
    }
  })
})
