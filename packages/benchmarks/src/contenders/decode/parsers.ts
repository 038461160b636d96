/** `JSON.parse`, alone and with a schema. The rows keep the service's own keys. */
import { Schema } from "effect"
import { repeated, type Run } from "../../Contender.js"
import { schemaPages } from "../wire/schemaPages.js"
import { zodPages } from "../wire/zodPages.js"
import { checkWire, type PageInput, pageOf } from "./pages.js"

interface Page {
  readonly results?: ReadonlyArray<object> | undefined
}

/** Reads a page again and again. */
const reading = (input: PageInput, read: () => Page) =>
  repeated(
    () => read().results ?? [],
    (rows) => checkWire(input, rows),
  )

/** A ready string; nothing is checked. */
export const text: Run<PageInput> = (input) => {
  const { text } = pageOf(input)
  return reading(input, () => JSON.parse(text) as Page)
}

/** From bytes, the minimum work of a client; nothing is checked. */
export const bytes: Run<PageInput> = (input) => {
  const { bytes } = pageOf(input)
  const decoder = new TextDecoder()
  return reading(input, () => JSON.parse(decoder.decode(bytes)) as Page)
}

/** A ready string, and `Schema.decodeUnknown` of a schema written by hand. */
export const schema: Run<PageInput> = (input) => {
  const { text } = pageOf(input)
  const page: Schema.Schema.AnyNoContext = schemaPages[input.kind]
  const decode = Schema.decodeUnknownSync(page)
  return reading(input, () => decode(JSON.parse(text)) as Page)
}

/** A ready string, and zod. */
export const zod: Run<PageInput> = (input) => {
  const { text } = pageOf(input)
  const page = zodPages[input.kind]
  return reading(input, () => page.parse(JSON.parse(text)))
}
