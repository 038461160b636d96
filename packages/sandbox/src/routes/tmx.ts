/** The routes of TMX's data. @module */
import { Tmx as Service } from "@candela/tmx/Tmx"
import * as Tmx from "../subjects/partners/Tmx.js"
import * as Route from "./Route.js"

/** The routes of TMX's data. */
export const routes = Route.all(Service, { corporateEvents: Route.synthetic({ adjust: Tmx.event }) })
