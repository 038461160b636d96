import type * as Endpoint from "@candela/core/declare/Endpoint"
import { assert, describe, it } from "@effect/vitest"
import * as arrow from "apache-arrow"
import { FastCheck } from "effect"
import * as FileSchema from "../src/FileSchema.js"
import * as IpcWriter from "../src/internal/arrow/ipcWriter.js"
import * as ArrowSchema from "../src/internal/arrow/schema.js"
import { BatchBuilder } from "../src/internal/arrow/write.js"
import * as RowRecord from "../src/internal/record.js"
import { endpoints, given, seeded } from "./support/endpoints.js"

/** Encodes chunks of rows, each in a stream of its own, by one builder or by a new one each. */
const encoded = (endpoint: Endpoint.AnyRows, chunks: ReadonlyArray<ReadonlyArray<object>>, isOneBuilder: boolean) => {
  const columns = FileSchema.of(endpoint)
  const schema = ArrowSchema.of(arrow, columns, "")
  const make = () => new BatchBuilder(arrow, columns, schema)
  const record = RowRecord.of(endpoint)
  const one = make()
  return chunks.map((rows) => {
    const writer = IpcWriter.streams(arrow, schema)()
    const chunk = record.fromRows(rows as never)
    return writer.write((isOneBuilder ? one : make()).of(chunk, 0, writer.dictionaries()))
  })
}

describe("record batches", () => {
  for (const endpoint of endpoints.filter(({ name }) => /^stocks.(bars|quotes|snapshots)$/.test(name))) {
    it(`of ${endpoint.name} do not depend on the batches before them, whose memory they use`, () =>
      FastCheck.assert(
        FastCheck.property(given(endpoint, 40), FastCheck.integer({ min: 1, max: 20 }), ({ rows }, size) => {
          const chunks = Array.from({ length: Math.ceil(rows.length / size) }, (_, k) =>
            rows.slice(k * size, (k + 1) * size),
          )
          assert.deepStrictEqual(encoded(endpoint, chunks, true), encoded(endpoint, chunks, false))
        }),
        seeded(100),
      ))
  }
})
