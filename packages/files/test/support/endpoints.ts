/** Every endpoint that gives rows, and how its rows come. */
import * as Catalog from "@candela/catalog/Catalog"
import * as Columns from "@candela/core/Columns"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as FileSchema from "@candela/files/FileSchema"
import * as Arbitraries from "@candela/testing/Arbitraries"
import { type Chunk, FastCheck, Stream } from "effect"
import * as Record from "../../src/internal/record.js"
import type { RowOrColumns } from "@candela/files/Rows"
import { runs } from "@candela/support/seeded"

/** Property tests run the same cases every time. */
export const seeded = (cases: number): { readonly seed: number; readonly numRuns: number } => ({
  seed: 20240229,
  numRuns: runs(cases),
})

/** The endpoints. */
export const endpoints: ReadonlyArray<Endpoint.AnyRows> = Catalog.endpoints.flatMap(({ declaration }) =>
  declaration.kind === "single" ? [] : [declaration],
)

/** The kinds of columns: types, whether rows may lack them, and what stands within lists and structs. */
const kindsOf = (columns: ReadonlyArray<FileSchema.Column>, within = ""): ReadonlyArray<string> =>
  columns.flatMap(({ optional, type }) => {
    const kind = `${within}${optional ? "optional " : ""}${type._tag}${type._tag === "Timestamp" ? ` ${type.unit}` : ""}`
    if (type._tag === "Struct") return [kind, ...kindsOf(type.columns, "within ")]
    if (type._tag !== "List") return [kind]
    return [kind, ...kindsOf([{ name: "item", optional: false, type: type.item } as FileSchema.Column], "listed ")]
  })

/** Those of the endpoints that have a kind of column that none before them has, and all the others. */
export const { few, others } = (() => {
  const seen = new Set<string>()
  const chosen = endpoints.filter((endpoint) => {
    const kinds = kindsOf(FileSchema.of(endpoint)).filter((kind) => !seen.has(kind))
    kinds.forEach((kind) => seen.add(kind))
    // The rows of the unified snapshot are of several kinds.
    return kinds.length > 0 || endpoint.name === "snapshots.list"
  })
  return { few: chosen, others: endpoints.filter((endpoint) => !chosen.includes(endpoint)) }
})()

/** Rows of a stream, and the elements and chunks in which they come. */
export interface Given {
  readonly rows: ReadonlyArray<object>
  readonly stream: Stream.Stream<RowOrColumns<Endpoint.AnyRows>>
}

/** Elements of a stream: some rows one by one, others in chunks of columns, some of which are parts of larger ones. */
const elements = (endpoint: Endpoint.AnyRows, rows: ReadonlyArray<object>, cuts: ReadonlyArray<number>) => {
  const all = Record.of(endpoint).fromRows(rows)
  const bounds = [...new Set([0, ...cuts.map((cut) => cut % (rows.length + 1)), rows.length])].toSorted((a, b) => a - b)
  return bounds.slice(1).flatMap((end, index) => {
    const start = bounds[index]!
    return index % 2 === 0 ? [Columns.slice(all, start, end)] : rows.slice(start, end)
  })
}

/** Streams of an endpoint's rows. */
export const given = (endpoint: Endpoint.AnyRows, maxLength = 20): FastCheck.Arbitrary<Given> =>
  FastCheck.record({
    rows: FastCheck.array(Arbitraries.row(endpoint) as FastCheck.Arbitrary<object>, { maxLength }),
    cuts: FastCheck.array(FastCheck.nat(), { maxLength: 4 }),
    size: FastCheck.integer({ min: 1, max: 5 }),
  }).map(({ cuts, rows, size }) => ({
    rows,
    stream: Stream.rechunk(Stream.fromIterable(elements(endpoint, rows, cuts)), size),
  }))

/** Bytes in chunks of a size. */
export const cutInto = (bytes: Uint8Array, size: number): Stream.Stream<Uint8Array> =>
  Stream.fromIterable(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    ),
  )

/** All the bytes of a stream. */
export const joined = (chunks: Chunk.Chunk<Uint8Array>): Uint8Array<ArrayBuffer> => Buffer.concat([...chunks])
