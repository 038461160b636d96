/** The routes of futures. @module */
import { Futures } from "@candela/futures/Futures"
import * as WindowStart from "@candela/futures/WindowStart"
import { futures } from "@candela/market/Market"
import { Effect } from "effect"
import * as Bars from "../subjects/futures/Bars.js"
import * as PointInTime from "../subjects/futures/PointInTime.js"
import * as FuturesReference from "../subjects/futures/FuturesReference.js"
import * as Cursor from "../query/Cursor.js"
import * as ListQuery from "../query/ListQuery.js"
import * as Route from "./Route.js"
import type { Store } from "../store/Store.js"
import * as Subscription from "../access/Subscription.js"

const { zone } = futures

const { bars, contracts, products } = Futures.endpoints

const barsRoute = Route.of(bars, (values, key) =>
  Effect.gen(function* () {
    const { from, to } = WindowStart.asked(values)
    const begins = WindowStart.hasBeginning(values)
    // What has no beginning begins with the history, unless it ends before.
    yield* Subscription.requireHistory(key, { endpoint: bars.name, zone, from: begins ? from : to })
    const history = Subscription.firstInstant(key.subscription, zone, key.now)
    const [after] = key.after ?? []
    if (after !== undefined && typeof after !== "bigint") return yield* Cursor.refused(bars)
    const position = after === undefined ? {} : { after }
    const { bars: rows, more } = yield* Bars.page({ ...values, ...position, history, visible: key.visible })
    return { rows, envelope: {}, next: more ? { after: [rows.at(-1)!.window_start] } : undefined }
  }),
)

const productsRoute = ListQuery.route(products, FuturesReference.productTable, { from: PointInTime.products })

const contractsRoute = ListQuery.route(contracts, FuturesReference.contractTable, { from: PointInTime.contracts })

/** The routes of futures. */
export const routes: ReadonlyArray<Route.Route<Store>> = [barsRoute, productsRoute, contractsRoute]
