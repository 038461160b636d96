/** The routes of futures. @module */
import { Futures } from "@candela/futures/Futures"
import { futures } from "@candela/market/Market"
import { Effect } from "effect"
import * as Cursor from "../query/Cursor.js"
import * as Bars from "../subjects/futures/Bars.js"
import * as FuturesReference from "../subjects/futures/FuturesReference.js"
import * as PointInTime from "../subjects/futures/PointInTime.js"
import * as Route from "./Route.js"

/** The routes of futures. */
export const routes = Route.all(Futures, {
  bars: Route.prices(futures, (values, { after: [after] = [], endpoint, history, visible }) =>
    Effect.gen(function* () {
      if (after !== undefined && typeof after !== "bigint") return yield* Cursor.refused(endpoint)
      const position = after === undefined ? {} : { after }
      const { bars: rows, more } = yield* Bars.page({ ...values, ...position, history, visible })
      return { rows, envelope: {}, next: more ? { after: [rows.at(-1)!.window_start] } : undefined }
    }),
  ),
  products: Route.table(FuturesReference.productTable, { from: PointInTime.products }),
  contracts: Route.table(FuturesReference.contractTable, { from: PointInTime.contracts }),
})
