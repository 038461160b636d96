/**
 * Cursors that no answer carried, with the checksum of one: whoever reads the source can write them.
 */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Request from "@candela/core/Request"
import * as Cursor from "@candela/sandbox/query/Cursor"
import { all as routes } from "@candela/sandbox/routes/Routes"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Either, Option } from "effect"
import { inspect } from "node:util"
import { requestOf } from "./samples.js"
import { connections, raw } from "./support.js"
import { sampled } from "@candela/support/seeded"

const paged = routes.map(({ endpoint }) => endpoint).filter(({ kind }) => kind === "paged" || kind === "history")

/** The path and query of a page of one row. */
const firstPage = (endpoint: Endpoint.Any) =>
  Either.getOrThrow(Request.url(endpoint, { ...requestOf(endpoint), limit: 1 }))

const values: ReadonlyArray<Cursor.Value> = [
  ...[NaN, -Infinity, 0.5, 1e300, 2 ** 53, 10n ** 40n, 2n ** 63n],
  ...["", "\u0000\ud800", "9999999-01-01", null, true],
]

/**
 * The cursor with other contents: the position's values one by one, fewer and more of them, and
 * other texts in its query.
 */
const forgeries = (cursor: Cursor.Cursor): ReadonlyArray<Cursor.Cursor> => {
  const { after = [], query } = cursor
  const others = after.flatMap((_, index) => values.map((value) => after.with(index, value)))
  const texts = ["", "1e999", "\ud800"]
  return [
    ...[[], after.slice(1), [...after, 1], [...after, ...after, NaN], ...others].map((after) => ({ ...cursor, after })),
    ...Object.keys(query).flatMap((key) => texts.map((text) => ({ ...cursor, query: { ...query, [key]: text } }))),
    ...["stocksTicker", "cursor", "__proto__"].map((key) => ({
      ...cursor,
      query: { ...query, [key]: "NaN" },
    })),
    { ...cursor, query: {} },
  ]
}

describe("a forged cursor", () => {
  layer(connections["in process"], { excludeTestServices: true })((it) => {
    for (const endpoint of sampled(paged, 0)) {
      it.scoped(`of ${endpoint.name} is answered or refused, and never fails the sandbox`, () =>
        Effect.gen(function* () {
          const { json } = yield* raw(firstPage(endpoint))
          const next = new URL(json["next_url"] as string)
          const cursor = Option.getOrThrow(Cursor.decode(next.searchParams.get("cursor")!))
          const failed: Array<string> = []
          for (const forged of forgeries(cursor)) {
            next.searchParams.set("cursor", Cursor.encode(forged))
            const { json, status } = yield* raw(next.href)
            if (![200, 400, 409].includes(status)) failed.push(`${status} ${inspect(json)}: ${inspect(forged)}`)
          }
          assert.deepStrictEqual(failed, [])
        }),
      )
    }
  })
})
