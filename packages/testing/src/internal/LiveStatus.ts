/**
 * Statuses that the server sends, in the service's own words.
 *
 * @module
 */

/** A status. */
export interface Status {
  readonly ev: "status"
  readonly status: string
  readonly message: string
}

const make = (status: string, message: string): Status => ({ ev: "status", status, message })

export const connected = make("connected", "Connected Successfully")
export const authenticated = make("auth_success", "authenticated")
export const wrongKey = make("auth_failed", "authentication failed")
export const wrongPlan = make("auth_failed", "Your plan doesn't include websocket access.")
export const authTimeout = make("auth_timeout", "authentication timeout")
export const authRequired = make("auth_required", "Please authenticate first")
export const notAuthorized = make("error", "not authorized")
export const tooManyPairs = make("error", "too many subscriptions")
export const invalidJson = make("error", "Invalid JSON")
export const maxConnections = make("max_connections", "Maximum number of websocket connections exceeded.")
export const slowConsumer = make("slow_consumer", "The client reads too slowly.")
export const subscribed = (pair: string): Status => make("success", `subscribed to: ${pair}`)
export const unsubscribed = (pair: string): Status => make("success", `unsubscribed to: ${pair}`)
