import type { InvalidOption } from "@candela/core/InvalidOption"
import { Store, type StoreError } from "@candela/history"
import type * as HttpClient from "@effect/platform/HttpClient"
import { Effect, type Layer, type Redacted } from "effect"
import { describe, expect, test } from "tstyche"

declare const secretAccessKey: Redacted.Redacted

describe("Store in an object store", () => {
  const keys = { accessKeyId: "key", secretAccessKey }

  test("needs a client of HTTP alone, and keys or an effect that gives them", () => {
    expect(Store.layerObjects({ bucket: "histories", credentials: keys })).type.toBe<
      Layer.Layer<Store, StoreError | InvalidOption, HttpClient.HttpClient>
    >()
    expect(Store.layerObjects).type.toBeCallableWith({ bucket: "histories", credentials: Effect.succeed(keys) })
    expect(Store.layerObjects).type.toBeCallableWith({ bucket: "histories", credentials: Effect.fail(new Error("no")) })
  })

  test("takes no secret that is not redacted, and always has many writers", () => {
    Store.layerObjects({
      bucket: "histories",
      credentials: {
        accessKeyId: "key",
        // @ts-expect-error Type 'string' is not assignable to type 'Redacted<string>'
        secretAccessKey: "secret",
      },
    })
    // @ts-expect-error 'writers' does not exist in type 'ObjectsOptions'
    Store.layerObjects({ bucket: "histories", credentials: keys, writers: "one" })
  })
})
