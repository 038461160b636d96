import { others } from "./support/endpoints.js"
import { describeRoundTrips } from "./support/roundTrips.js"

describeRoundTrips(others)
