/** Documents of the service with given rows, and how the client reads them. */
import * as Catalog from "@candela/catalog/Catalog"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import { Either, Schema } from "effect"

/** Every endpoint. */
export const endpoints: ReadonlyArray<Endpoint.Any> = Catalog.endpoints.map(({ declaration }) => declaration)

/** The document of the service with rows, or with a value. */
const documentOf = (at: string | undefined, encoded: unknown): unknown =>
  (at ?? "").split(".").reduceRight((inner, key) => (key === "" ? inner : { [key]: inner }), encoded)

/** The bytes of a document with rows; with the first of them where the endpoint gives one value. */
export const bytesOf = (endpoint: Endpoint.Any, rows: ReadonlyArray<unknown>): Uint8Array => {
  const single = endpoint.kind === "single"
  const encode = Schema.encodeUnknownSync(single ? endpoint.value : (endpoint.row as Schema.Schema.AnyNoContext))
  const encoded = rows.map((row) => encode(row))
  return new TextEncoder().encode(JSON.stringify(documentOf(endpoint.at, single ? encoded[0] : encoded)))
}

/** Rows as the client reads them from a document. */
export const read = (endpoint: Endpoint.Any, bytes: Uint8Array): ReadonlyArray<unknown> =>
  endpoint.kind === "single"
    ? [Either.getOrThrow(endpoint.decode(bytes)).rows.value]
    : Either.getOrThrow(endpoint.decoder.rows(bytes)).rows

/** Rows as the client reads them from the document of a service that sends them. */
export const received = (endpoint: Endpoint.Any, rows: ReadonlyArray<unknown>): ReadonlyArray<unknown> =>
  read(endpoint, bytesOf(endpoint, rows))
