/** The exchanges of the market. @module */
import * as Exchange from "@candela/market/Exchange"

/** Request for exchanges. */
export interface ExchangesRequest extends Exchange.ExchangesRequest {}

export const exchanges: Exchange.Exchanges<ExchangesRequest> = /* @__PURE__ */ Exchange.exchanges("stocks")
