/** The day of an index. @module */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as OpenClose from "@candela/market/OpenClose"
import * as Ticker from "@candela/market/Ticker"

const ofIndex = {
  /** The ticker of the index, case-sensitive: `I:SPX`. */
  indicesTicker: Ticker.Index,
}

/** Request for the day of an index. */
export interface OpenCloseRequest extends OpenClose.UnadjustedOpenCloseRequest, Endpoint.RequestOf<typeof ofIndex> {}

export const openClose: OpenClose.Day<
  OpenCloseRequest,
  typeof ofIndex & typeof OpenClose.unadjustedParams,
  OpenClose.IndexOpenClose
> = /* @__PURE__ */ OpenClose.indexOpenClose(ofIndex)
