/** Candela's decoder: from the bytes to row objects, checked and renamed. */
import { Either } from "effect"
import { repeated, type Run } from "../../Contender.js"
import { decoderOf } from "./decoders.js"
import { checkRows, pageOf, type PageInput } from "../pages/pages.js"

export const run: Run<PageInput & { readonly codeGeneration: boolean }> = async (input) => {
  const { bytes } = pageOf(input)
  const decoder = decoderOf(input.kind, input.codeGeneration)
  return repeated(
    () => Either.getOrThrow(decoder.rows(bytes)).rows,
    (rows) => checkRows(input, rows),
  )
}
