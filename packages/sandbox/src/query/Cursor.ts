/**
 * The `cursor` of a `next_url`: the query of a request and the position after which its next page
 * begins, as one opaque text.
 *
 * It holds all that a further page needs, so it survives a restart of the sandbox. A checksum
 * detects modified cursors; it keeps no secret, and the key is never part of it.
 *
 * @module
 */
import { Conflict } from "@candela/core/MarketDataError"
import { Option, Schema } from "effect"
import { createHash } from "node:crypto"

/** A value of a sort column. */
export type Value = string | number | bigint | boolean | null

/** Contents of a cursor. */
export interface Cursor {
  /** Name of its endpoint. */
  readonly endpoint: string
  /** Query parameters as written in a URL, defaults included. */
  readonly query: Readonly<Record<string, string>>
  /**
   * Values of the sort columns in the last row of the previous page; absent where the query alone
   * determines the start of a page.
   */
  readonly after?: ReadonlyArray<Value>
}

/** JSON has neither 64-bit integers nor -0, infinities and NaN: they are encoded as an array of type and text. */
const ValueJson = Schema.transform(
  Schema.Union(
    Schema.String,
    Schema.Number,
    Schema.Boolean,
    Schema.Null,
    Schema.Tuple(Schema.Literal("bigint"), Schema.String.pipe(Schema.pattern(/^-?\d+$/))),
    Schema.Tuple(Schema.Literal("number"), Schema.Literal("-0", "NaN", "Infinity", "-Infinity")),
  ),
  Schema.Union(Schema.String, Schema.Number, Schema.BigIntFromSelf, Schema.Boolean, Schema.Null),
  {
    strict: true,
    decode: (json) =>
      typeof json !== "object" || json === null ? json : json[0] === "bigint" ? BigInt(json[1]) : Number(json[1]),
    encode: (value) => {
      if (typeof value === "bigint") return ["bigint", String(value)] as const
      if (typeof value !== "number" || (Number.isFinite(value) && !Object.is(value, -0))) return value
      return ["number", Object.is(value, -0) ? "-0" : (String(value) as "NaN")] as const
    },
  },
)

const Contents = Schema.parseJson(
  Schema.Struct({
    endpoint: Schema.String,
    query: Schema.Record({ key: Schema.String, value: Schema.String }),
    after: Schema.optionalWith(Schema.Array(ValueJson), { exact: true }),
  }),
)
const read = Schema.decodeOption(Contents)
const write = Schema.encodeSync(Contents)

const checksumLength = 9
const checksumOf = (contents: Uint8Array) =>
  createHash("sha256").update("candela cursor 2").update(contents).digest().subarray(0, checksumLength)

/** Encodes a cursor as text that needs no encoding in a URL. */
export const encode = (cursor: Cursor): string => {
  const contents = Buffer.from(write(cursor))
  return Buffer.concat([checksumOf(contents), contents]).toString("base64url")
}

/** Decodes a cursor; none where {@link encode} did not write the text. */
export const decode = (text: string): Option.Option<Cursor> => {
  const bytes = Buffer.from(text, "base64url")
  const contents = bytes.subarray(checksumLength)
  // Decoding skips characters outside the alphabet: only a text that encodes back to itself was written here.
  // protects: A cursor that was changed is refused.
  // mutant: "is refused with another character at any place": checksumOf(contents).equals(bytes.subarray(0,
  // checksumLength)) → bytes.length > checksumLength
  return bytes.toString("base64url") === text && checksumOf(contents).equals(bytes.subarray(0, checksumLength))
    ? read(contents.toString())
    : Option.none()
}

/** Answer to a cursor that no `next_url` of the endpoint carries. */
export const refused = (endpoint: string): Conflict =>
  new Conflict({ endpoint, detail: `"cursor" must be one that a next_url carried, unchanged.` })
