import type * as Method from "@candela/core/Method"
import type { ReadingsRequest } from "./endpoints.js"

/** A form of a method that gives more than one page. */
export type Form = "pages" | "stream" | "columns"

/**
 * A request for readings and its options, for pages of a size: `.pages` takes the size from the
 * request, the streams as an option.
 */
export const sized = (
  form: Form,
  request: ReadingsRequest,
  size: number | undefined,
  options: Method.HistoryOptions = {},
): readonly [request: ReadingsRequest, options: Method.HistoryOptions] =>
  form === "pages" ? [{ ...request, limit: size }, options] : [request, { ...options, pageSize: size }]
