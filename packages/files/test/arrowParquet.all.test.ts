import { others } from "./support/endpoints.js"
import { describeRoundTrips } from "./support/roundTrips.js"

// Their kinds of columns are tried with others' rows, too.
describeRoundTrips(others, 3)
