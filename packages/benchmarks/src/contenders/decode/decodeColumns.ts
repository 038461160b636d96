/** Candela's decoder: from the bytes to columns, checked and renamed. */
import { Either } from "effect"
import { repeated, type Run } from "../../Contender.js"
import { decoderOf } from "./decoders.js"
import { checkColumns, pageOf, type PageInput } from "../pages/pages.js"

export const run: Run<PageInput & { readonly codeGeneration: boolean }> = async (input) => {
  const { bytes } = pageOf(input)
  const decoder = decoderOf(input.kind, input.codeGeneration)
  return repeated(
    () => Either.getOrThrow(decoder.columns(bytes)).rows,
    (columns) => checkColumns(input, columns),
  )
}
