/**
 * Subscription plans: the data that a key may see. The service's specification ties access, recency and
 * history depth to the key's plan and does not name the plans; these five are the sandbox's interpretation.
 *
 * | plan        | newest data    | history | quotes in snapshots | conversion | fair market value |
 * | ----------- | -------------- | ------- | ------------------- | ---------- | ----------------- |
 * | `basic`     | 8 hours old    | 2 years |                     |            |                   |
 * | `starter`   | 10 minutes old | 2 years |                     |            |                   |
 * | `developer` | 10 minutes old | 5 years | yes                 | yes        |                   |
 * | `advanced`  | all            | all     | yes                 | yes        |                   |
 * | `business`  | all            | all     | yes                 | yes        | yes               |
 *
 * Keys of `basic` make 5 requests a minute, of the others as many as they like, where a sandbox
 * heeds the plans' rates: the command does, layers on request.
 *
 * Data that are too new are left out. The `status` of an answer is `DELAYED` if the delay touches its
 * time: not of a range that had ended before. A range that begins before a plan's history is refused
 * (403), and bars that begin before it are left out. Conversion is in real time on every plan that has it.
 *
 * @module
 */
import { Unauthorized } from "@candela/core/MarketDataError"
import { dateOf, midnight, type Zone } from "@candela/market/TimeZone"
import { type Duration, Effect } from "effect"

/** Names of the plans, in ascending order of their rights. */
export const names = ["basic", "starter", "developer", "advanced", "business"] as const

/** The name of a plan. */
export type Name = (typeof names)[number]

/** Subscription plan. */
export interface Subscription {
  /** The plan's name. */
  readonly name: Name
  /** Delay of the newest data, milliseconds. */
  readonly delay: number
  /** Rate limit of its keys, where a sandbox heeds it; absent when unlimited. */
  readonly rate?: { readonly limit: number; readonly interval: Duration.DurationInput } | undefined
  /** Years of history; absent when unlimited. */
  readonly years: number | undefined
  /** Whether its snapshots show the last quote. */
  readonly quotes: boolean
  /** Whether it converts currencies. */
  readonly conversion: boolean
  /** Whether its snapshots show the fair market value. */
  readonly fairMarketValue: boolean
}

const minute = 60_000

const least = { quotes: false, conversion: false, fairMarketValue: false }
const most = { quotes: true, conversion: true, fairMarketValue: true }

/** The plans by name. */
export const plans: Readonly<Record<Name, Subscription>> = {
  basic: { name: "basic", delay: 8 * 60 * minute, rate: { limit: 5, interval: "1 minute" }, years: 2, ...least },
  starter: { name: "starter", delay: 10 * minute, years: 2, ...least },
  developer: { name: "developer", delay: 10 * minute, years: 5, ...most, fairMarketValue: false },
  advanced: { name: "advanced", delay: 0, years: undefined, ...most, fairMarketValue: false },
  business: { name: "business", delay: 0, years: undefined, ...most },
}

/** Whether a text is the name of a plan. */
export const isName = (text: string): text is Name => Object.hasOwn(plans, text)

/**
 * Returns the first date (`yyyy-mm-dd`, local to a market) of a plan's history as seen from `now`,
 * or `undefined` when it is unlimited.
 */
export const firstDate = (subscription: Subscription, zone: Zone, now: number): string | undefined => {
  if (subscription.years === undefined) return undefined
  const date = new Date(`${dateOf(zone, now)}T00:00:00Z`)
  date.setUTCFullYear(date.getUTCFullYear() - subscription.years)
  return date.toISOString().slice(0, 10)
}

/**
 * Returns the start (epoch milliseconds) of a plan's history as seen from `now`, or `undefined` when it is unlimited.
 */
export const firstInstant = (subscription: Subscription, zone: Zone, now: number): number | undefined => {
  const first = firstDate(subscription, zone, now)
  return first === undefined ? undefined : midnight(zone, first)
}

/**
 * Rejects data from before a plan's history. `from` is their start, a local date or an instant in epoch milliseconds.
 */
export const requireHistory = (
  key: { readonly subscription: Subscription; readonly now: number },
  range: { readonly endpoint: string; readonly zone: Zone; readonly from: string | number },
): Effect.Effect<void, Unauthorized> => {
  const { now, subscription } = key
  const { endpoint, from, zone } = range
  const first = firstDate(subscription, zone, now)
  const begin = typeof from === "number" ? from : midnight(zone, from)
  return first === undefined || begin >= midnight(zone, first)
    ? Effect.void
    : new Unauthorized({
        endpoint,
        reason: "NotEntitled",
        detail: `You are not entitled to this data. The plan ${subscription.name} holds ${subscription.years} years of history, from ${first} on.`,
      })
}
