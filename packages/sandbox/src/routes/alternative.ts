/** The routes of alternative data. @module */
import { Alternative } from "@candela/alternative/Alternative"
import * as MerchantAggregates from "../subjects/merchants/MerchantAggregates.js"
import * as MerchantHierarchy from "../subjects/merchants/MerchantHierarchy.js"
import * as ListQuery from "../query/ListQuery.js"
import type * as Route from "./Route.js"
import type { Store } from "../store/Store.js"

const { merchantAggregates, merchantHierarchy } = Alternative.endpoints

/** The routes of alternative data. */
export const routes: ReadonlyArray<Route.Route<Store>> = [
  ListQuery.route(merchantAggregates, MerchantAggregates.table),
  ListQuery.route(merchantHierarchy, MerchantHierarchy.table),
]
