/** The routes of reference data. @module */
import { NotFound } from "@candela/core/MarketDataError"
import { Reference } from "@candela/reference/Reference"
import { Effect } from "effect"
import * as Conditions from "../subjects/conditions/Conditions.js"
import * as Exchanges from "../subjects/exchanges/Exchanges.js"
import * as MarketHolidays from "../subjects/calendar/MarketHolidays.js"
import * as MarketStatus from "../subjects/calendar/MarketStatus.js"
import { eventsOf } from "../subjects/tickers/Events.js"
import * as TickerTypes from "../subjects/tickers/TickerTypes.js"
import * as Ipos from "../subjects/tickers/Ipos.js"
import * as Tickers from "../subjects/tickers/Tickers.js"
import type * as ListQuery from "../query/ListQuery.js"
import * as Route from "./Route.js"
import { overview } from "../subjects/tickers/Overview.js"
import * as PointInTime from "../subjects/tickers/PointInTime.js"
import { related } from "../subjects/tickers/Related.js"

/** Conditions of a search: each term must occur in the ticker or in the name. */
const search = (terms: string, bind: ListQuery.Bind) =>
  terms
    .split(/\s+/)
    .map((term) => `lower(${bind(term)})`)
    .map((term) => `contains(lower(ticker), ${term}) OR contains(lower(name), ${term})`)

/** The routes of reference data. */
export const routes = Route.all(Reference, {
  tickers: Route.table(Tickers.table, {
    from: ({ date }, bind, { visible }) => PointInTime.tickersOn(bind(PointInTime.dayOf(date, visible))),
    where: ({ active, search: terms = "" }, bind) => [`active = ${bind(active)}`, ...search(terms, bind)],
  }),
  ticker: Route.reference((values, { endpoint, visible: now }) =>
    Effect.flatMap(overview({ ...values, now }), (found) =>
      found === undefined ? new NotFound({ endpoint, detail: "Ticker not found." }) : Effect.succeed(found),
    ),
  ),
  relatedCompanies: Route.reference(({ ticker }, { visible }) =>
    Effect.map(related(ticker, visible), (rows) => ({ rows, envelope: { ticker } })),
  ),
  marketHolidays: Route.reference((_, { present }) =>
    Effect.succeed({ rows: MarketHolidays.upcoming(present), envelope: {} }),
  ),
  marketStatus: Route.bare((_, { present }) => Effect.succeed(MarketStatus.at(present))),
  tickerTypes: Route.table(TickerTypes.table),
  tickerEvents: Route.reference(({ id }, { endpoint, visible }) =>
    Effect.flatMap(eventsOf(id, visible), (found) =>
      found === undefined ? new NotFound({ endpoint, detail: "Ticker not found." }) : Effect.succeed(found),
    ),
  ),
  conditions: Route.table(Conditions.table, {
    columns: {
      data_type: { sql: "data_types", type: "VARCHAR[]" },
      data_types: "list_min(data_types)",
      sip: { sql: "sips", type: "VARCHAR[]" },
    },
  }),
  exchanges: Route.table(Exchanges.table),
  ipos: Route.synthetic({ rows: Ipos.count, adjust: Ipos.offering }),
})
