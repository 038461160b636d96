/**
 * The bar of the previous day, alike in every market.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/Endpoint"
import * as Field from "@candela/core/Field"
import * as Schema from "effect/Schema"
import * as Bar from "./Bar.js"
import * as BarParams from "./BarParams.js"
import * as Instant from "./Instant.js"

/** The parameters of a previous day, but for the ticker: spread them into a declaration. */
export const params = {
  /** Whether prices and volumes are adjusted for splits. */
  adjusted: BarParams.params.adjusted,
}

/** What a previous day is requested with, but for the ticker. */
export interface PreviousDayBarRequest extends Endpoint.RequestOf<typeof params>, Endpoint.Named {}

const ticker = {
  /** The ticker. */
  ticker: /* @__PURE__ */ Field.optional(Schema.String, "T"),
}

/** The previous day's bar, which may include its ticker. */
export interface PreviousDayBar extends Bar.Bar, Field.Row<typeof ticker> {}

/** Schema of {@link PreviousDayBar}. */
export const PreviousDayBar: Schema.Schema<PreviousDayBar, Bar.BarWire & Schema.Struct.Encoded<typeof ticker>> &
  Instant.Reader<PreviousDayBar, "timestamp"> = /* @__PURE__ */ Instant.readable(
  /* @__PURE__ */ Schema.Struct({ ...Bar.fields, ...ticker }),
  "timestamp",
)
