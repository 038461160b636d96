import * as Decoder from "@candela/core/declare/Decoder"
import { Either, Schema } from "effect"
import { describe, expect, test } from "tstyche"

const envelope = Schema.Struct({ status: Schema.String })
const row = Schema.Struct({ value: Schema.Number })
const bytes = new Uint8Array()

describe("a list", () => {
  test("has the envelope as it is declared", () => {
    const page = Either.getOrThrow(Decoder.list({ envelope, row, at: "results" }).rows(bytes))
    expect(page.envelope).type.toBe<{ readonly status: string }>()
    expect(page.rows).type.toBe<ReadonlyArray<{ readonly value: number }>>()
  })

  test("has what stands beside the rows in its envelope", () => {
    const beside = Schema.Struct({ underlying: Schema.String })
    const page = Either.getOrThrow(Decoder.list({ envelope, row, at: "results.values", beside }).columns(bytes))
    expect(page.envelope).type.toBe<{ readonly status: string } & { readonly underlying: string }>()
  })
})

describe("one value", () => {
  test("stands under any key", () => {
    const last = Either.getOrThrow(Decoder.single({ envelope, value: row, at: "last" })(bytes))
    expect(last.rows.value).type.toBe<{ readonly value: number }>()
  })
})
