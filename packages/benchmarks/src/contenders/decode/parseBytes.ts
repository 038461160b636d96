/** The bytes made a string, then `JSON.parse`: what a client does at the least. */
import { repeated, type Run } from "../../Contender.js"
import { checkWire, pageOf, type PageInput } from "../pages/pages.js"

export const run: Run<PageInput> = async (input) => {
  const { bytes } = pageOf(input)
  const decoder = new TextDecoder()
  return repeated(
    () => (JSON.parse(decoder.decode(bytes)) as { readonly results: ReadonlyArray<object> }).results,
    (rows) => checkWire(input, rows),
  )
}
