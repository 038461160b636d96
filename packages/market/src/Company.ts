/**
 * Companies as request parameters.
 *
 * @module
 */
import * as Param from "@candela/core/Param"

/** A company's Central Index Key at the securities regulator: `0000320193`. */
export const Cik: Param.Required<string> = /* @__PURE__ */ Param.text(
  /^\d{10}$/,
  "a CIK of ten digits, with leading zeros, such as 0000320193",
)
