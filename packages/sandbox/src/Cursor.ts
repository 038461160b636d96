/**
 * The `cursor` of a `next_url`: the filters of a request as one opaque text.
 *
 * It holds all that a further page needs to know, so it survives a restart of the sandbox. A checksum tells a cursor that was changed on the
 * way; it keeps no secret, and the key is never part of it.
 *
 * @module
 */
import { Option, Schema } from "effect"
import { createHash } from "node:crypto"

/** What a cursor carries. */
export interface Cursor {
  /** The name of the endpoint that it belongs to. */
  readonly endpoint: string
  /** The query's parameters as they stand in a URL, defaults included. */
  readonly query: Readonly<Record<string, string>>
}

const Contents = Schema.parseJson(
  Schema.Tuple(Schema.String, Schema.Record({ key: Schema.String, value: Schema.String })),
)
const read = Schema.decodeOption(Contents)

const checksumLength = 9
const checksumOf = (contents: Uint8Array) =>
  createHash("sha256").update("candela cursor 1").update(contents).digest().subarray(0, checksumLength)

/** Writes a cursor as text that needs no encoding in a URL. */
export const encode = ({ endpoint, query }: Cursor): string => {
  const contents = Buffer.from(JSON.stringify([endpoint, query]))
  return Buffer.concat([checksumOf(contents), contents]).toString("base64url")
}

/** Reads a cursor; none where the text is not one that {@link encode} wrote. */
export const decode = (text: string): Option.Option<Cursor> => {
  const bytes = Buffer.from(text, "base64url")
  const contents = bytes.subarray(checksumLength)
  // Reading skips what is not of the alphabet: only what reads back as itself was written here.
  return bytes.toString("base64url") === text && checksumOf(contents).equals(bytes.subarray(0, checksumLength))
    ? Option.map(read(contents.toString()), ([endpoint, query]) => ({ endpoint, query }))
    : Option.none()
}
