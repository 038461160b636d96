/** `JSON.parse`, alone and with a schema. The rows keep the service's own keys. */
import { Schema } from "effect"
import { repeated, type Trial } from "../../Contender.js"
import type { WirePage } from "../wire/keys.js"
import { schemaPages } from "../wire/schemaPages.js"
import { zodPages } from "../wire/zodPages.js"
import { checkWire, type PageInput, pageOf } from "./pages.js"

/** Reads a page again and again. */
const reading = (input: PageInput, read: () => WirePage) =>
  repeated(
    () => read().results ?? [],
    (rows) => checkWire(input, rows),
  )

/** A ready string; nothing is checked. */
export const text: Trial<PageInput> = (input) => {
  const { text } = pageOf(input)
  return reading(input, () => JSON.parse(text) as WirePage)
}

/** From bytes, the minimum work of a client; nothing is checked. */
export const bytes: Trial<PageInput> = (input) => {
  const { bytes } = pageOf(input)
  const decoder = new TextDecoder()
  return reading(input, () => JSON.parse(decoder.decode(bytes)) as WirePage)
}

/** A ready string, and `Schema.decodeUnknown` of a schema written by hand. */
export const schema: Trial<PageInput> = (input) => {
  const { text } = pageOf(input)
  const decode = Schema.decodeUnknownSync(schemaPages[input.kind])
  return reading(input, () => decode(JSON.parse(text)))
}

/** A ready string, and zod. */
export const zod: Trial<PageInput> = (input) => {
  const { text } = pageOf(input)
  const page = zodPages[input.kind]
  return reading(input, () => page.parse(JSON.parse(text)))
}
