/**
 * The routes of alternative data.
 *
 * @module
 */
import { Alternative } from "@candela/alternative/Alternative"
import * as MerchantAggregates from "../generate/MerchantAggregates.js"
import * as MerchantHierarchy from "../generate/MerchantHierarchy.js"
import * as ListQuery from "../ListQuery.js"
import * as Route from "../Route.js"
import type { Store } from "../Store.js"

const { merchantAggregates, merchantHierarchy } = Alternative.endpoints

/** The routes of alternative data. */
export const routes: ReadonlyArray<Route.Route<Store>> = [
  Route.of(
    merchantAggregates,
    ListQuery.of(merchantAggregates, MerchantAggregates.table, { visible: "published_date" }),
    { delayed: false },
  ),
  Route.of(merchantHierarchy, ListQuery.of(merchantHierarchy, MerchantHierarchy.table), { delayed: false }),
]
