/** The routes of alternative data. @module */
import { Alternative } from "@candela/alternative/Alternative"
import * as MerchantAggregates from "../generate/MerchantAggregates.js"
import * as MerchantHierarchy from "../generate/MerchantHierarchy.js"
import * as ListQuery from "../ListQuery.js"
import type * as Route from "../Route.js"
import type { Store } from "../Store.js"

const { merchantAggregates, merchantHierarchy } = Alternative.endpoints

/** The routes of alternative data. */
export const routes: ReadonlyArray<Route.Route<Store>> = [
  ListQuery.route(merchantAggregates, MerchantAggregates.table),
  ListQuery.route(merchantHierarchy, MerchantHierarchy.table),
]
