import * as Client from "@candela/core/declare/Client"
import { Connection } from "@candela/core/Connection"
import type { InvalidOption } from "@candela/core/InvalidOption"
import { MarketData } from "@candela/core/MarketData"
import * as RateLimit from "@candela/core/RateLimit"
import { MarketDataError, Unauthorized } from "@candela/core/MarketDataError"
import * as Retry from "@candela/core/Retry"
import type * as HttpClient from "@effect/platform/HttpClient"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import {
  Cause,
  Config,
  ConfigProvider,
  Duration,
  Effect,
  Exit,
  Fiber,
  Layer,
  Redacted,
  Schema,
  type Scope,
  Stream,
  TestClock,
} from "effect"
import { Weather } from "@candela/support/endpoints"
import { apiKey, asked, times, weather } from "@candela/support/weather"

const ok = ScriptedTransport.json({ status: "OK", open: true })
const fine = () => ok

const status = Effect.flatMap(Weather, (service) => service.status({ station: "A" }))

const withoutRetries = Effect.flatMap(Weather, (service) => service.status({ station: "A" }, { retry: Retry.none }))

/** Builds a connection, and gives what went wrong, as a user sees it. */
const fault = <E>(layer: Layer.Layer<MarketData, E>) =>
  Effect.map(Effect.exit(Effect.scoped(Layer.build(layer))), (exit) => {
    assert(Exit.isFailure(exit))
    return Cause.pretty(exit.cause) + Cause.squash(exit.cause)
  })

const configured = (values: Record<string, string>, options?: MarketData.ConfigOptions) =>
  MarketData.layerConfig(options).pipe(
    Layer.provide(ScriptedTransport.layer(fine)),
    Layer.provide(Layer.setConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(values))))),
  )

const direct = (options: Partial<MarketData.Options>) =>
  MarketData.layer({ baseUrl: "http://service.test", apiKey, ...options }).pipe(
    Layer.provide(ScriptedTransport.layer(fine)),
  )

describe("a key that the service refuses", () => {
  const environment = new Map([
    ["MARKET_DATA_URL", "http://service.test"],
    ["MARKET_DATA_API_KEY", apiKey],
    ["DESK_KEY", apiKey],
  ])
  const sources = {
    MARKET_DATA_API_KEY: MarketData.layerConfig(),
    "apiKey of MarketData.layerConfig": MarketData.layerConfig({ apiKey: Config.redacted("DESK_KEY") }),
    "apiKey of MarketData.layer": MarketData.layer({ baseUrl: "http://service.test", apiKey }),
  }
  for (const [source, layer] of Object.entries(sources)) {
    it.effect(`is to be looked for where it is set: ${source}`, () =>
      Effect.gen(function* () {
        const { latest, readings, status } = yield* Weather
        const range = { station: "A", from: 0, to: 9 }
        const errors = yield* Effect.forEach(
          [status({ station: "A" }), latest({ station: "A" }), Stream.runDrain(readings.stream(range))],
          (form) => Effect.flip<unknown, MarketDataError, never>(form),
        )
        for (const error of errors) {
          assert.instanceOf(error, Unauthorized)
          assert.include(error.message, `Check ${source}.`)
          for (const other of Object.keys(sources)) {
            if (other !== source) assert.notInclude(error.message, `${other}.`)
          }
          const sent = JSON.stringify(Schema.encodeSync(MarketDataError)(error))
          assert.strictEqual(Schema.decodeUnknownSync(MarketDataError)(JSON.parse(sent)).message, error.message)
          assert.deepInclude(error, { status: 401, detail: "Unknown API Key", requestId: "r1" })
        }
      }).pipe(
        Effect.provide(
          Weather.layer.pipe(
            Layer.provide(layer),
            Layer.provide(
              ScriptedTransport.layer(() =>
                ScriptedTransport.json(
                  { status: "ERROR", request_id: "r1", error: "Unknown API Key" },
                  { status: 401 },
                ),
              ),
            ),
            Layer.provide(Layer.setConfigProvider(ConfigProvider.fromMap(environment))),
          ),
        ),
      ),
    )
  }
})

describe("MarketData.layerConfig", () => {
  const environment = { MARKET_DATA_URL: "http://service.test/vendor", MARKET_DATA_API_KEY: apiKey }

  it.effect("reads the URL and the key from the environment", () =>
    Effect.gen(function* () {
      yield* status
      const [exchange] = yield* ScriptedTransport.exchanges
      assert.strictEqual(exchange!.url.href, "http://service.test/vendor/v1/status/A")
      assert.strictEqual(exchange!.headers["authorization"], `Bearer ${apiKey}`)
    }).pipe(
      Effect.provide(
        Weather.layer.pipe(
          Layer.provide(MarketData.layerConfig()),
          Layer.provideMerge(ScriptedTransport.layer(fine)),
          Layer.provide(Layer.setConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(environment))))),
        ),
      ),
    ),
  )

  it.effect("reads them under other names, and takes the settings of a layer", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(withoutRetries)
      assert.strictEqual(error._tag, "TimeoutError")
      const [exchange] = yield* ScriptedTransport.exchanges
      assert.strictEqual(exchange!.url.origin, "http://other.test")
    }).pipe(
      Effect.zipLeft(Effect.void),
      Effect.provide(
        Weather.layer.pipe(
          Layer.provide(
            MarketData.layerConfig({
              baseUrl: Config.string("DESK_URL"),
              apiKey: Config.redacted("DESK_KEY"),
              timeout: 0,
            }),
          ),
          Layer.provideMerge(ScriptedTransport.layer(() => ScriptedTransport.hang)),
          Layer.provide(
            Layer.setConfigProvider(
              ConfigProvider.fromMap(
                new Map([
                  ["DESK_URL", "http://other.test"],
                  ["DESK_KEY", apiKey],
                ]),
              ),
            ),
          ),
        ),
      ),
    ),
  )

  it.effect("takes configurations of a part of an option, and of all options", () =>
    Effect.gen(function* () {
      const variables = { ...environment, RESERVE: "0", ALL_URL: "http://all.test" }
      const all: Config.Config.Wrap<MarketData.Options> = {
        baseUrl: Config.string("ALL_URL"),
        apiKey: Config.redacted("MARKET_DATA_API_KEY"),
        retryBudget: { reserve: Config.integer("RESERVE") },
      }
      for (const [options, origin] of [
        [{ retryBudget: { reserve: Config.integer("RESERVE") } }, "http://service.test"],
        [all, "http://all.test"],
        [Config.unwrap(all), "http://all.test"],
      ] as const) {
        yield* Effect.gen(function* () {
          // Without a reserve nothing is retried.
          assert.propertyVal(yield* Effect.flip(status), "notRetried", "too many requests fail (retryBudget)")
          const [exchange] = yield* ScriptedTransport.exchanges
          assert.strictEqual(exchange!.url.origin, origin)
        }).pipe(
          Effect.provide(
            Weather.layer.pipe(
              Layer.provide(MarketData.layerConfig(options)),
              Layer.provideMerge(ScriptedTransport.layer(() => ScriptedTransport.status(503))),
              Layer.provide(Layer.setConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(variables))))),
            ),
          ),
        )
      }
    }),
  )

  it.effect("says which variable is missing or wrong, and never shows the key", () =>
    Effect.gen(function* () {
      const { MARKET_DATA_API_KEY, MARKET_DATA_URL } = environment
      assert.include(yield* fault(configured({ MARKET_DATA_API_KEY })), "MARKET_DATA_URL")
      assert.include(yield* fault(configured({ MARKET_DATA_API_KEY, MARKET_DATA_URL: "" })), "MARKET_DATA_URL")
      assert.include(yield* fault(configured({ MARKET_DATA_URL })), "MARKET_DATA_API_KEY")
      for (const url of [
        "service.test",
        "ftp://service.test",
        `http://service.test/?apiKey=${apiKey}`,
        `http://user:${apiKey}@service.test/`,
        `http://${apiKey}@service.test/`,
      ]) {
        const message = yield* fault(configured({ MARKET_DATA_API_KEY, MARKET_DATA_URL: url }))
        assert.include(message, "must be an absolute http or https URL without query and password")
        assert.include(message, "MARKET_DATA_URL: ")
        assert.notInclude(message, apiKey)
      }
      for (const key of ["", `${apiKey}\n`, `${apiKey} x`, `${apiKey}é`]) {
        const message = yield* fault(configured({ MARKET_DATA_URL, MARKET_DATA_API_KEY: key }))
        assert.include(message, "MARKET_DATA_API_KEY: ")
        assert.include(message, "the key is empty, or has a character")
        assert.notInclude(message, apiKey)
      }
    }),
  )
})

describe("MarketData.layer", () => {
  it.effect("fails with a URL or a key that cannot be right, and says why without the key", () =>
    Effect.gen(function* () {
      assert.include(
        yield* fault(direct({ baseUrl: "/v1" })),
        "baseUrl of MarketData.layer: the base URL must be an absolute http or https URL",
      )
      assert.include(yield* fault(direct({ apiKey: "" })), "apiKey of MarketData.layer: the key is empty")
      const message = yield* fault(direct({ apiKey: Redacted.make(`${apiKey}\r\nx-evil: 1`) }))
      assert.include(message, "invalid in a header")
      assert.notInclude(message, apiKey)
      assert.include(
        yield* fault(direct({ rateLimit: RateLimit.make({ limit: 0, interval: "1 second" }) })),
        "limit of a window of RateLimit.make: it must be a whole number of at least 1, but is 0",
      )
    }),
  )

  it.scoped("is made without a layer, too, and fails with a typed error", () =>
    Effect.gen(function* () {
      const made = MarketData.make({ baseUrl: "http://service.test", apiKey, retry: Retry.none })
      const { status } = yield* Effect.provideServiceEffect(Client.make(Weather.endpoints), MarketData, made)
      assert.deepStrictEqual(yield* status({ station: "A" }), { status: "OK", open: true })
      const invalid: Effect.Effect<InvalidOption, unknown, HttpClient.HttpClient | Scope.Scope> = Effect.flip(
        MarketData.make({ baseUrl: "service.test", apiKey }),
      )
      assert.include(yield* invalid, { _tag: "InvalidOption", option: "baseUrl of MarketData.make" })
      assert.include(yield* Effect.flip(Connection.make({ baseUrl: "http://service.test", apiKey: "" })), {
        _tag: "InvalidOption",
        option: "apiKey of Connection.make",
      })
    }).pipe(Effect.provide(ScriptedTransport.layer(fine))),
  )

  it.effect("shows a wrong base URL with an example, and no key that stands in or for it", () =>
    Effect.gen(function* () {
      const cases: ReadonlyArray<readonly [options: object, shown: string]> = [
        [{ baseUrl: "127.0.0.1:8787" }, 'but is "127.0.0.1:8787": write http://127.0.0.1:8787'],
        [{ baseUrl: "localhost:8787/v2" }, 'but is "localhost:8787…": write http://localhost:8787'],
        [{ baseUrl: "api.service.test" }, 'but is "api.service.test": write https://api.service.test'],
        [{ baseUrl: "ftp://service.test" }, 'but is "ftp://service.test"'],
        [{ baseUrl: undefined }, "but is missing"],
        [{ baseUrl: 8787 }, "but is of type number"],
        [{ baseUrl: " " }, "but is empty"],
        [{ baseUrl: apiKey }, `but is a text of ${apiKey.length} characters that begins with no host`],
        [{ baseUrl: `http://user:${apiKey}@service.test/?apiKey=${apiKey}` }, 'but is "http://service.test…"'],
        [{ baseUrl: `service.test/${apiKey}` }, 'but is "service.test…": write https://service.test'],
        [
          { baseUrl: undefined, url: "x", key: apiKey },
          "but is missing. The options are baseUrl and apiKey, not url and key",
        ],
      ]
      for (const [options, shown] of cases) {
        const message = yield* fault(direct(options))
        assert.include(message, "such as https://api.massive.com or http://127.0.0.1:8787")
        assert.include(message, shown)
        assert.notInclude(message, apiKey)
      }
      const missing = yield* fault(direct({ apiKey: undefined as unknown as string }))
      assert.include(missing, "apiKey of MarketData.layer: the key is missing")
    }),
  )

  it.effect("takes a URL and a text for its base, a redacted key and a bare one", () =>
    Effect.gen(function* () {
      for (const options of [{ baseUrl: new URL("http://service.test"), apiKey: Redacted.make(apiKey) }, { apiKey }]) {
        yield* Effect.gen(function* () {
          yield* status
          const [exchange] = yield* ScriptedTransport.exchanges
          assert.strictEqual(exchange!.headers["authorization"], `Bearer ${apiKey}`)
        }).pipe(Effect.provide(weather(fine, options)))
      }
    }),
  )

  const failing = () => ScriptedTransport.status(503)

  it.effect("retries five times by default, and as its policy says otherwise", () =>
    Effect.gen(function* () {
      for (const [options, attempts] of [
        [{ retry: undefined }, 6],
        [{ retry: Retry.make({ times: 2, jitter: false }) }, 3],
        [{ retry: Retry.none }, 1],
      ] as const) {
        yield* Effect.gen(function* () {
          const fiber = yield* Effect.fork(Effect.flip(status))
          yield* TestClock.adjust("1 minute")
          assert.strictEqual((yield* Fiber.join(fiber))._tag, "ServiceError")
          assert.lengthOf(yield* asked, attempts)
        }).pipe(Effect.provide(weather(failing, options)))
      }
    }),
  )

  it.effect("retries a call, and each page of a stream, by its own policy", () =>
    Effect.gen(function* () {
      yield* Effect.flip(withoutRetries)
      assert.lengthOf(yield* asked, 1)
      const { readings, status } = yield* Weather
      const range = { station: "A", from: 0, to: 9 }
      for (const form of ["pages", "stream", "columns"] as const) {
        yield* Effect.flip(
          Stream.runDrain<unknown, MarketDataError, never>(readings[form](range, { retry: Retry.none })),
        )
      }
      assert.lengthOf(yield* asked, 4)
      const wrong = { retry: 3 as unknown as Retry.Policy }
      assert.include(yield* Effect.flip(status({ station: "A" }, wrong)), {
        _tag: "InvalidRequest",
        parameter: "retry",
      })
    }).pipe(Effect.provide(weather(failing, { retry: Retry.standard }))),
  )

  it.effect("gives an attempt 30 seconds by default, and retries it then", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.fork(status)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* Fiber.join(fiber), { status: "OK", open: true })
      assert.deepStrictEqual(yield* times, [0, 30_250])
    }).pipe(
      Effect.provide(
        weather([ScriptedTransport.hang, ok], { retry: Retry.make({ jitter: false }), timeout: undefined }),
      ),
    ),
  )

  it.effect("holds requests back as its rate limit says, retries too", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.fork(Effect.all([status, status, status], { concurrency: "unbounded" }))
      yield* TestClock.adjust("1 minute")
      yield* Fiber.join(fiber)
      assert.deepStrictEqual(yield* times, [0, 1000, 2000, 3000])
    }).pipe(
      Effect.provide(
        weather(({ index }) => (index === 0 ? ScriptedTransport.cut : ok), {
          rateLimit: RateLimit.make({ limit: 1, interval: "1 second" }),
          retry: Retry.make({ jitter: false }),
        }),
      ),
    ),
  )

  it.effect("holds everyone back when the service asks one to wait", () =>
    Effect.gen(function* () {
      const first = yield* Effect.fork(status)
      yield* ScriptedTransport.until(1)
      yield* TestClock.adjust("1 second")
      const others = yield* Effect.fork(Effect.all([status, status], { concurrency: "unbounded" }))
      yield* TestClock.adjust("1 minute")
      yield* Fiber.join(first)
      yield* Fiber.join(others)
      assert.deepStrictEqual(yield* times, [0, 20_000, 20_000, 20_000])
    }).pipe(
      Effect.provide(
        weather(
          ({ index }) => (index === 0 ? ScriptedTransport.status(429, { headers: { "retry-after": "20" } }) : ok),
          { retry: Retry.make({ jitter: false }) },
        ),
      ),
    ),
  )

  it.effect("holds nobody back for a wait that it does not wait for itself", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(status)
      assert.deepInclude(error, { _tag: "RateLimited", retryAfter: Duration.hours(1) })
      yield* status
      assert.deepStrictEqual(yield* times, [0, 0])
    }).pipe(
      Effect.provide(
        weather(
          ({ index }) => (index === 0 ? ScriptedTransport.status(429, { headers: { "retry-after": "3600" } }) : ok),
          {
            retry: Retry.standard,
          },
        ),
      ),
    ),
  )
})
