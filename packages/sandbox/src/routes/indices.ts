/** The routes of indices. @module */
import { NotFound } from "@candela/core/MarketDataError"
import type { IndexSnapshot } from "@candela/indices/Snapshots"
import { Indices } from "@candela/indices/Indices"
import { stocks } from "@candela/market/Market"
import { Effect } from "effect"
import * as DailySummary from "../subjects/bars/DailySummary.js"
import * as Bars from "./bars.js"
import * as Indicators from "./indicators.js"
import * as Route from "./Route.js"
import * as Snapshots from "./snapshots.js"

const snapshots = Snapshots.answer(Indices.endpoints.snapshots, "indices")

/** The routes of indices. */
export const routes = Route.all(Indices, {
  bars: Route.bars(
    stocks,
    ({ indicesTicker: ticker, ...range }, context) =>
      Bars.answer(stocks, { ticker, ...range, adjusted: false, hasVolume: false }, context),
    Bars.until(stocks),
  ),
  openClose: Route.prices(stocks, ({ date, indicesTicker: ticker }, { endpoint, status, visible }) =>
    Effect.flatMap(DailySummary.openClose({ ticker, adjusted: false, date, now: visible }), (day) =>
      day === undefined ? new NotFound({ endpoint, detail: "Data not found." }) : Effect.succeed({ status, ...day }),
    ),
  ),
  previousDayBar: Route.bars(stocks, ({ indicesTicker: ticker }, context) =>
    Bars.previousDay(stocks, { ticker, adjusted: false }, context),
  ),
  snapshots: Route.prices(stocks, (values, context) =>
    Effect.map(snapshots(values, context), ({ rows, ...page }) => ({
      ...page,
      rows: rows as ReadonlyArray<IndexSnapshot>,
    })),
  ),
  ...Indicators.of(Indices.endpoints, stocks, { written: Indicators.levels }),
})
