/** `JSON.parse` of a ready string: nothing is checked, nothing renamed. */
import { repeated, type Run } from "../../Contender.js"
import { checkWire, pageOf, type PageInput } from "../pages/pages.js"

export const run: Run<PageInput> = async (input) => {
  const { text } = pageOf(input)
  return repeated(
    () => (JSON.parse(text) as { readonly results: ReadonlyArray<object> }).results,
    (rows) => checkWire(input, rows),
  )
}
