import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Arrow from "@candela/files/Arrow"
import type { Row } from "@candela/files/Rows"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, FastCheck, Stream } from "effect"
import { cutInto, endpoints, few, given, joined, seeded } from "./support/endpoints.js"
import { describeRoundTrips } from "./support/roundTrips.js"

const time = Date.UTC(2024, 2, 5)

const collected = <A, E, R>(stream: Stream.Stream<A, E, R>) =>
  Effect.map(Stream.runCollect(stream), Chunk.toReadonlyArray)

describeRoundTrips(few)

describe("Arrow bytes that are cut anywhere", () => {
  for (const format of ["file", "stream"] as const) {
    it.effect(`give the rows of a ${format}`, () =>
      Effect.promise(() =>
        FastCheck.assert(
          FastCheck.asyncProperty(
            FastCheck.constantFrom(...endpoints).chain((endpoint) =>
              FastCheck.tuple(FastCheck.constant(endpoint), given(endpoint), FastCheck.integer({ min: 1, max: 300 })),
            ),
            ([endpoint, { rows, stream }, size]) =>
              Effect.gen(function* () {
                const bytes = joined(yield* Stream.runCollect(Arrow.encode(endpoint, { format, time })(stream)))
                const decoded: ReadonlyArray<Row<Endpoint.AnyRows>> = yield* collected(
                  Arrow.decode(endpoint)(cutInto(bytes, size)),
                )
                assert.deepStrictEqual(decoded, rows)
              }).pipe(Effect.runPromise),
          ),
          seeded(40),
        ),
      ),
    )
  }
})
