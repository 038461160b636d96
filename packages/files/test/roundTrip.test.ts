import type * as Endpoint from "@candela/core/Endpoint"
import * as Csv from "@candela/files/Csv"
import * as NdJson from "@candela/files/NdJson"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, FastCheck, Stream } from "effect"
import { cutInto, endpoints, given, joined, seeded } from "./support/endpoints.js"

const formats = { Csv, NdJson }

for (const [name, format] of Object.entries(formats)) {
  const bytesOf = (endpoint: Endpoint.AnyRows, stream: Stream.Stream<object>) =>
    Effect.map(Stream.runCollect(format.encode(endpoint)(stream)), joined)

  describe(`${name} of every endpoint`, () => {
    for (const endpoint of endpoints) {
      it.effect(`reads rows of ${endpoint.name} as they were, cut anywhere`, () =>
        Effect.promise(() =>
          FastCheck.assert(
            FastCheck.asyncProperty(
              given(endpoint),
              FastCheck.integer({ min: 1, max: 300 }),
              ({ rows, stream }, size) =>
                Effect.gen(function* () {
                  const bytes = yield* bytesOf(endpoint, stream)
                  const decoded = yield* Stream.runCollect(format.decode(endpoint)(cutInto(bytes, size)))
                  assert.deepStrictEqual(Chunk.toReadonlyArray(decoded), rows)
                  assert.deepStrictEqual(bytes, yield* bytesOf(endpoint, Stream.fromIterable(rows)))
                }).pipe(Effect.runPromise),
            ),
            seeded(40),
          ),
        ),
      )
    }
  })
}
