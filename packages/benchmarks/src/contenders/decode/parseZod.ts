/** `JSON.parse` of a ready string, and zod. */
import { repeated, type Run } from "../../Contender.js"
import { checkWire, pageOf, type PageInput } from "../pages/pages.js"
import { zodPages } from "../pages/zodPages.js"

export const run: Run<PageInput> = async (input) => {
  const { text } = pageOf(input)
  const schema = zodPages[input.kind]
  return repeated(
    () => schema.parse(JSON.parse(text)).results ?? [],
    (rows) => checkWire(input, rows),
  )
}
