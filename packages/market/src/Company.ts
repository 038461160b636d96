/**
 * Companies as request parameters.
 *
 * @module
 */
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"

/** A company's Central Index Key at the securities regulator: `0000320193`. */
export const Cik: Param.Required<string> = /* @__PURE__ */ Param.text(
  /^\d{10}$/,
  "a CIK of ten digits, with leading zeros, such as 0000320193",
)

const bounds = /* @__PURE__ */ Filter.range(
  /* @__PURE__ */ Param.text(/^\d{1,10}$/, "the first digits of a CIK, at most ten, such as 00003"),
)

const keys = /* @__PURE__ */ Filter.rangeOrAnyOf(Cik)

/**
 * Filter on the company's Central Index Key: one or several, or a range of texts, whose bounds may
 * be the first digits of a key.
 */
export const cikFilter: typeof keys = {
  ...keys,
  of: (field) => {
    const bound = new Map(bounds.of(field))
    return keys
      .of(field)
      .map(([operator, param]) => [operator, (operator === "eq" ? undefined : bound.get(operator)) ?? param])
  },
}
