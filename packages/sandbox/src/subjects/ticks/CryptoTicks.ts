/** Trades of crypto pairs with nanoseconds: those of the older endpoint, with their receipt by the service. @module */
import { crypto } from "@candela/market/Market"
import type { BaseBar } from "../bars/BaseBar.js"
import { secondsOf } from "../bars/Seconds.js"
import * as Trades from "../bars/Trades.js"
import { nanosText, type Tick, type WriteTick, writing } from "./Ticks.js"

/** Trade of a crypto pair. */
export interface CryptoTick extends Tick {
  readonly trade: Trades.Trade
}

/** Derives the trades of a minute bar of a pair, in the order of time. */
export const tradesOf = (bar: BaseBar): ReadonlyArray<CryptoTick> =>
  secondsOf(bar, crypto.decimals).flatMap((second) =>
    Trades.tradesOf(second, crypto.decimals).map((trade, index) => ({
      ms: trade.timestamp,
      nanos: 0,
      sequence: index,
      trade,
    })),
  )

/** Milliseconds until the service receives a trade. */
const receipt = 22

/** Writes a trade as JSON. */
export const writeTrade: WriteTick<CryptoTick> = writing(
  ({ ms, nanos, trade }) =>
    `{"conditions":[${trade.conditions.join(",")}],"exchange":${trade.exchange},"id":"${trade.id}","participant_timestamp":${nanosText(ms, nanos)},"price":${trade.price},"received_timestamp":${nanosText(ms + receipt, nanos)},"size":${trade.size}}`,
)
