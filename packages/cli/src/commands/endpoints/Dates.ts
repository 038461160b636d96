/**
 * Dates and instants in the requests of endpoints, by the one grammar of `DateText`.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import type * as Kind from "@candela/core/internal/Kind"
import type * as Param from "@candela/core/declare/Param"
import * as Market from "@candela/market/Market"
import type { Zone } from "@candela/market/TimeZone"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as DateText from "../../dates/DateText.js"
import * as MarketZone from "../../output/table/Zone.js"

/** Grammar of a parameter's texts. */
export interface Grammar {
  readonly edge: DateText.Edge
  readonly accepts: "days" | "instants"
}

const acceptsOf = (kind: Kind.Kind): Grammar["accepts"] | undefined => {
  switch (kind._tag) {
    case "Date":
      return "days"
    case "Instant":
      return "instants"
    case "Cursor":
      return acceptsOf(kind.of)
    case "List":
      return acceptsOf(kind.item)
    default:
      return undefined
  }
}

/** Ends of a range that are parameters of their own, and no filters. */
const ends: Readonly<Record<string, DateText.Edge>> = { from: "first", to: "last" }

const edges: Partial<Readonly<Record<Param.Operator, DateText.Edge>>> = {
  // Before its first day and after its last one.
  ...{ gte: "first", lt: "first" },
  ...{ gt: "last", lte: "last" },
}

/** Grammar of a parameter; `undefined` for one that is no date. */
export const grammarOf = (name: string, { filter, kind }: Param.Any): Grammar | undefined => {
  const accepts = acceptsOf(kind)
  return accepts && { accepts, edge: (filter === undefined ? ends[name] : edges[filter.operator]) ?? "only" }
}

/**
 * Zone of the days of an endpoint: that of its market. An endpoint of no market has the days of New
 * York, as the service.
 */
export const zoneOf = (endpoint: Endpoint.Any): Zone => MarketZone.marketOf(endpoint)?.zone ?? Market.stocks.zone

const valueOf = (grammar: Grammar, value: unknown, zone: Zone): Effect.Effect<unknown, string> => {
  if (Array.isArray(value)) return Effect.forEach(value, (one: unknown) => valueOf(grammar, one, zone))
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "bigint") return Effect.succeed(value)
  const text = String(value)
  // An empty text counts as absent where an endpoint says so, and is rejected elsewhere.
  if (text === "") return Effect.succeed(value)
  return Either.match(DateText.parse(text, grammar), {
    onLeft: (meant) => Effect.fail(`must be ${meant}; got ${JSON.stringify(text)}`),
    onRight: (parsed) => DateText.textOf(parsed, grammar.edge, zone),
  })
}

/**
 * Replaces the dates of a request, as written, by the texts of the library. Fails with a sentence
 * about the first one that is invalid.
 */
export const resolve = (
  endpoint: Endpoint.Any,
  request: Readonly<Record<string, unknown>>,
): Effect.Effect<Readonly<Record<string, unknown>>, string> =>
  Effect.map(
    Effect.forEach(Object.entries(request), ([name, value]) => {
      const param = Object.hasOwn(endpoint.wireParams, name) ? endpoint.wireParams[name] : undefined
      const grammar = param && grammarOf(name, param)
      return grammar === undefined
        ? Effect.succeed([name, value] as const)
        : valueOf(grammar, value, zoneOf(endpoint)).pipe(
            Effect.map((resolved) => [name, resolved] as const),
            Effect.mapError((fault) => `"${name}" ${fault}.`),
          )
    }),
    Object.fromEntries,
  )
