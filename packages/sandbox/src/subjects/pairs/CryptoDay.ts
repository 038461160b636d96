/** The trades with which a day of a crypto pair begins and ends. @module */
import { dayNumber, startOfDay } from "@candela/market/TimeZone"
import { Effect } from "effect"
import { tradedBars } from "../bars/DayMinutes.js"
import type { BarSource } from "../bars/Reader.js"
import { type Trade, tradesOf } from "../bars/Trades.js"
import type { Store, StoreError } from "../../store/Store.js"

/** The first and the last trade of a day so far; `undefined` when it has none. */
export const endsOf = (
  request: BarSource & { readonly date: string },
): Effect.Effect<{ readonly first: Trade; readonly last: Trade } | undefined, StoreError, Store> =>
  Effect.gen(function* () {
    const { date, market } = request
    const day = dayNumber(date)
    const range = { from: startOfDay(market.zone, day), to: startOfDay(market.zone, day + 1), limit: 1 }
    const read = tradedBars(request, "second")
    const [[begin], [end]] = yield* Effect.all([read({ ...range, sort: "asc" }), read({ ...range, sort: "desc" })])
    if (begin === undefined || end === undefined) return undefined
    return { first: tradesOf(begin, market.decimals)[0]!, last: tradesOf(end, market.decimals).at(-1)! }
  })
