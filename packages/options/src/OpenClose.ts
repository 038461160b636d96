/** The day of an option contract. @module */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as OpenClose from "@candela/market/OpenClose"
import * as Ticker from "@candela/market/Ticker"

const ofContract = {
  /** The contract's ticker, case-sensitive: `O:AAPL250718C00200000`. */
  optionsTicker: Ticker.Option,
}

/** Request for a contract's day. */
export interface OpenCloseRequest extends OpenClose.OpenCloseRequest, Endpoint.RequestOf<typeof ofContract> {}

export const openClose: OpenClose.Day<OpenCloseRequest, typeof ofContract & typeof OpenClose.params> =
  /* @__PURE__ */ OpenClose.openClose(ofContract)
