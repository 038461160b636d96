/** The routes of alternative data. @module */
import { Alternative } from "@candela/alternative/Alternative"
import * as MerchantAggregates from "../subjects/merchants/MerchantAggregates.js"
import * as MerchantHierarchy from "../subjects/merchants/MerchantHierarchy.js"
import * as Route from "./Route.js"

/** The routes of alternative data. */
export const routes = Route.all(Alternative, {
  merchantAggregates: Route.table(MerchantAggregates.table),
  merchantHierarchy: Route.table(MerchantHierarchy.table),
})
