import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Param from "@candela/core/declare/Param"
import { assert, describe, it } from "@effect/vitest"
import { Either, Schema } from "effect"
import { events, latest, readings, stations, status } from "@candela/support/endpoints"

const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))

const path = (result: Either.Either<unknown, { readonly _tag: string; readonly path?: string }>) =>
  Either.getOrThrow(Either.flip(result)).path

describe("Endpoint", () => {
  it("says of itself what its declaration says", () => {
    assert.deepStrictEqual(
      [readings, events, stations, status, latest].map(({ kind, name }) => [kind, name]),
      [
        ["history", "test.readings"],
        ["paged", "test.events"],
        ["list", "test.stations"],
        ["single", "test.status"],
        ["single", "test.latest"],
      ],
    )
    assert.strictEqual(readings.path, "/v1/readings/{station}/{from}/{to}")
    assert.deepStrictEqual(Object.keys(readings.params), ["station", "from", "to", "limit"])
    for (const endpoint of [readings, status]) assert.isTrue(Endpoint.TypeId in endpoint)
  })

  it("is named by its service, by itself, or by its path", () => {
    const declaration = { path: "/v1/dividends", params: {}, row: Schema.Struct({}) }
    const dividends = Endpoint.list(declaration)
    const own = Endpoint.list({ ...declaration, name: "test.own" })
    assert.strictEqual(dividends.name, "/v1/dividends")
    assert.strictEqual(own.name, "test.own")
    const endpoints = Endpoint.ofService("stocks", { dividends, latest: own })
    assert.deepStrictEqual(endpoints.dividends, { ...dividends, name: "stocks.dividends" })
    assert.deepStrictEqual(endpoints.latest, { ...own, name: "stocks.latest" })
    assert.strictEqual(dividends.name, "/v1/dividends")
  })

  it("says since when there are records only where its declaration does", () => {
    const declaration = { path: "/v1/dividends", params: {}, row: Schema.Struct({}) }
    const dividends = Endpoint.list({ ...declaration, recordsFrom: "2000-01-01" })
    assert.strictEqual(dividends.recordsFrom, "2000-01-01")
    assert.isUndefined(Endpoint.list(declaration).recordsFrom)
  })

  it("decodes a bare document, or what stands in its results, with its envelope", () => {
    assert.deepStrictEqual(Either.getOrThrow(status.decode(bytes({ status: "OK", open: true, new: 1 }))), {
      envelope: { status: "OK" },
      rows: { length: 1, value: { status: "OK", open: true } },
    })
    const document = bytes({ status: "OK", request_id: 7, results: { t: 1, v: 2, x: null } })
    assert.deepStrictEqual(Either.getOrThrow(latest.decode(document)), {
      envelope: { status: "OK", request_id: "7" },
      rows: { length: 1, value: { at: 1, value: 2 } },
    })
    // An odd envelope says nothing of the value.
    assert.deepStrictEqual(Either.getOrThrow(latest.decode(bytes({ status: 5, results: { t: 1, v: 2 } }))), {
      envelope: {},
      rows: { length: 1, value: { at: 1, value: 2 } },
    })
    assert.strictEqual(path(status.decode(bytes({ status: "OK", open: "yes" }))), "open")
    assert.strictEqual(path(latest.decode(bytes({ status: "OK", results: { t: 1, v: "2" } }))), "results.v")
  })

  it("finds its rows where they are declared to stand", () => {
    const nested = Endpoint.list({
      name: "test.nested",
      path: "/v1/nested",
      params: { window: Param.optional(Param.integer()) },
      row: Schema.Struct({ v: Schema.Number }),
      at: "results.values",
    })
    assert.deepStrictEqual(
      Either.getOrThrow(nested.decoder.rows(bytes({ status: "OK", results: { url: "x", values: [{ v: 1 }] } }))).rows,
      [{ v: 1 }],
    )
  })
})

describe("an envelope", () => {
  const read = (document: unknown) => Either.getOrThrow(readings.decoder.rows(bytes(document)))

  it("may lack every field, or hold null in it", () => {
    for (const document of [{}, { results: null }, { status: null, request_id: null, next_url: null, results: [] }]) {
      assert.deepStrictEqual(read(document), { envelope: {}, rows: [] })
    }
  })

  it("has a request id that is a text, and none where the service sends what names nothing", () => {
    for (const [sent, text] of [
      [17, "17"],
      ["a17", "a17"],
      [{ id: [1] }, undefined],
      [true, undefined],
    ] as const) {
      assert.strictEqual(read({ request_id: sent }).envelope.request_id, text)
    }
  })

  it("leaves out what it does not know", () => {
    assert.deepStrictEqual(read({ status: "DELAYED", count: 5, resultsCount: 5, x: {}, next_url: "/n" }).envelope, {
      status: "DELAYED",
      count: 5,
      next_url: "/n",
    })
  })

  it("never costs the rows: what is of another type reads as absent, except where the next page is", () => {
    const results = [{ t: 1, v: 1 }]
    const read = (document: object) => readings.decoder.rows(bytes({ ...document, results }))
    for (const odd of [{ status: 200 }, { status: {} }, { count: "1" }, { count: [1] }]) {
      assert.deepStrictEqual(Either.getOrThrow(read(odd)), Either.getOrThrow(read({})))
    }
    assert.isTrue(Either.isLeft(read({ next_url: 5 })))
  })
})
