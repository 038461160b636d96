/** The options of a store in an object store, from the configuration. */
import { Store } from "@candela/history"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Config, ConfigProvider, Effect, Layer, Redacted, TestClock, TestContext } from "effect"
import * as ObjectsConfig from "../../src/internal/store/objects/config.js"
import { stocks } from "../store/support.js"
import { ObjectServer } from "@candela/support/objectServer"

const keys = { AWS_ACCESS_KEY_ID: "AKIA", AWS_SECRET_ACCESS_KEY: "a-secret" }

const within = (variables: Readonly<Record<string, string>>) =>
  Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(variables))))

const read = (variables: Readonly<Record<string, string>>, own: Partial<Store.ObjectsConfigOptions> = {}) =>
  ObjectsConfig.make({ bucket: "market-data", ...own }).pipe(within(variables))

describe("the configuration of an object store", () => {
  it.effect("has the names that the tools of Amazon S3 read", () =>
    Effect.gen(function* () {
      const { credentials, ...others } = yield* read({
        ...{ ...keys, AWS_SESSION_TOKEN: "a-token", AWS_REGION: "eu-central-1", AWS_DEFAULT_REGION: "us-west-2" },
        ...{ AWS_ENDPOINT_URL_S3: "https://s3.test", AWS_ENDPOINT_URL: "https://all.test" },
      })
      assert.deepInclude(others, { bucket: "market-data", endpoint: "https://s3.test", region: "eu-central-1" })
      assert.include(credentials, { accessKeyId: "AKIA" })
      const { secretAccessKey, sessionToken } = credentials as Store.Credentials
      assert.deepStrictEqual([secretAccessKey, sessionToken!].map(Redacted.value), ["a-secret", "a-token"])
      const second = { AWS_ENDPOINT_URL: "https://all.test", AWS_DEFAULT_REGION: "us-west-2", AWS_ENDPOINT_URL_S3: "" }
      assert.deepInclude(yield* read({ ...keys, ...second }), { endpoint: "https://all.test", region: "us-west-2" })
      assert.deepInclude(yield* read(keys), { endpoint: undefined, region: undefined })
    }),
  )

  it.effect("is not read where an option is given, or by another name", () =>
    Effect.gen(function* () {
      const variables = { AWS_REGION: "eu-central-1", BUCKET: "other", AWS_ENDPOINT_URL: "https://all.test" }
      const credentials: Store.Credentials = { accessKeyId: "own", secretAccessKey: Redacted.make("own") }
      const options = { bucket: Config.string("BUCKET"), endpoint: "https://own.test", credentials }
      assert.deepInclude(yield* read(variables, options), {
        ...{ bucket: "other", endpoint: "https://own.test", region: "eu-central-1", credentials },
      })
      const effect = Effect.succeed(credentials)
      assert.strictEqual((yield* read({}, { credentials: effect })).credentials, effect)
    }),
  )

  it.effect("names all that is missing, and no secret", () =>
    Effect.gen(function* () {
      const told = (variables: Readonly<Record<string, string>>) => Effect.map(Effect.flip(read(variables)), String)
      assert.include(yield* told({}), "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
      assert.include(yield* told({}), "set the access key of the object store and its secret")
      const half = yield* told({ AWS_SECRET_ACCESS_KEY: "a-secret", AWS_ACCESS_KEY_ID: "" })
      assert.include(half, "AWS_ACCESS_KEY_ID")
      assert.notInclude(half, "a-secret")
    }),
  )

  it.scopedLive("opens the store that it names", () =>
    Effect.gen(function* () {
      const server = new ObjectServer()
      const { url } = yield* Effect.acquireRelease(
        Effect.promise(() => server.listen()),
        ({ close }) => Effect.promise(close),
      )
      const missing = Effect.flatMap(Store, (store) =>
        store.missing(stocks(["AAPL"]), { from: "2024-01-02", to: "2024-01-03" }),
      )
      const variables = {
        ...{ AWS_ACCESS_KEY_ID: server.accessKeyId, AWS_SECRET_ACCESS_KEY: server.secretAccessKey },
        ...{ AWS_ENDPOINT_URL: url, AWS_REGION: server.region },
      }
      const options = { bucket: server.bucket, prefix: "histories", clock: Clock.make() }
      const rows = yield* Effect.zipRight(TestClock.setTime(Date.UTC(2024, 5, 14)), missing).pipe(
        Effect.provide(Layer.provide(Store.layerObjectsConfig(options), FetchHttpClient.layer)),
        within(variables),
        // A program that runs by a clock of its own signs by the one that it gives.
        Effect.provide(TestContext.TestContext),
      )
      assert.isAbove(rows.length, 0)
      assert.isAbove(server.requests.length, 0)
      assert.isTrue(server.requests.every(({ target }) => target.includes("histories")))
    }),
  )
})
