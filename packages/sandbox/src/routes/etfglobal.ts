/** The routes of ETF Global's data. @module */
import { Etfglobal } from "@candela/etfglobal/Etfglobal"
import * as EtfGlobal from "../subjects/partners/EtfGlobal.js"
import * as Route from "./Route.js"

/** The routes of ETF Global's data. */
export const routes = Route.all(Etfglobal, {
  profiles: Route.synthetic({ rows: EtfGlobal.counts.profiles, adjust: EtfGlobal.profile }),
  taxonomies: Route.synthetic({ rows: EtfGlobal.counts.profiles, adjust: EtfGlobal.taxonomy }),
  constituents: Route.synthetic({ rows: EtfGlobal.counts.constituents, adjust: EtfGlobal.constituent }),
  fundFlows: Route.synthetic({ adjust: EtfGlobal.flow }),
  analytics: Route.synthetic({ adjust: EtfGlobal.analytics }),
})
