/** `JSON.parse` of a ready string, and `Schema.decodeUnknown` of the page, written by hand with the service's own keys. */
import { Schema } from "effect"
import { repeated, type Run } from "../../Contender.js"
import { checkWire, pageOf, type PageInput } from "../pages/pages.js"
import { schemaPages } from "../pages/schemaPages.js"

export const run: Run<PageInput> = async (input) => {
  const { text } = pageOf(input)
  const page: Schema.Schema.AnyNoContext = schemaPages[input.kind]
  const decode = Schema.decodeUnknownSync(page)
  return repeated(
    () => (decode(JSON.parse(text)) as { readonly results: ReadonlyArray<object> }).results,
    (rows) => checkWire(input, rows),
  )
}
