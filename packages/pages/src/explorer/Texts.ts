/**
 * The parameters of an endpoint as texts that people write into a form.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/Endpoint"
import type * as Param from "@candela/core/Param"
import * as Request from "@candela/core/Request"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"

/** Texts by the names of parameters. */
export type Texts = Readonly<Record<string, string>>

/** What a caller writes for a text: the text where that is accepted, otherwise the value that it has in a URL. */
const inputOf = (param: Param.Any, text: string): unknown => {
  if (Either.isRight(Schema.decodeUnknownEither(param.input)(text))) return text
  return Either.getOrElse(Schema.decodeUnknownEither(param.wire)(text), () => text)
}

/** The request that texts mean. A text that is no value of its parameter stays one: the client refuses it with words about what is right. */
export const toRequest = ({ wireParams }: Endpoint.Any, texts: Texts): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, inputOf(wireParams[name]!, text)]))

/** How rows are sorted: by a column of theirs, in a direction. */
export interface Ordering {
  readonly column: string
  readonly direction: Param.Direction
}

/** The ordering that texts mean, the service's default where they mean none. */
export const ordering = (endpoint: Endpoint.Any, texts: Texts): Ordering | undefined => {
  const roles = ["Sort", "Order"] as const
  const values = roles.flatMap((role) => {
    const name = Request.nameOf(endpoint, role)
    if (name === undefined) return []
    const param = endpoint.wireParams[name]!
    const text = texts[name]
    const value =
      text === undefined ? param.default : Schema.decodeUnknownEither(param.wire)(text).pipe(Either.getOrUndefined)
    return [[name, value] as const]
  })
  return Request.ordering(endpoint, Object.fromEntries(values))[0]
}

/** The texts with another ordering, in either style of the service: `sort=date.asc`, or `sort=date` and `order=asc`. */
export const sortedBy = (endpoint: Endpoint.Any, texts: Texts, { column, direction }: Ordering): Texts => {
  const sort = Request.nameOf(endpoint, "Sort")!
  const order = Request.nameOf(endpoint, "Order")
  return order === undefined
    ? { ...texts, [sort]: `${column}.${direction}` }
    : { ...texts, [sort]: column, [order]: direction }
}

/** Values of parameters that a request must carry, with which forms open. Parameters of one name and other markets are told apart by the endpoint. */
const examples: ReadonlyArray<readonly [endpoint: RegExp, texts: Texts]> = [
  [/^stocks\./, { stocksTicker: "AAPL", date: "2025-06-27" }],
  [/^forex\./, { forexTicker: "C:EURUSD", fxTicker: "C:EURUSD", ticker: "C:EURUSD", from: "EUR", to: "USD" }],
  [/^crypto\./, { cryptoTicker: "X:BTCUSD", ticker: "X:BTCUSD", from: "BTC", to: "USD", date: "2025-06-27" }],
  [/^futures\./, { ticker: "ESU5" }],
  [/^reference\./, { ticker: "AAPL" }],
  [/\.movers$/, { direction: "gainers" }],
  [/\.bars$/, { multiplier: "1", timespan: "day", from: "2025-06-01", to: "2025-06-30" }],
]

/** Texts for the parameters that a request must carry: a request that the sandbox's data answer. */
export const example = ({ name, wireParams }: Endpoint.Any): Texts => {
  const known = Object.assign(
    {},
    ...examples.filter(([pattern]) => pattern.test(name)).map(([, texts]) => texts),
  ) as Texts
  const required = Object.keys(wireParams).filter((key) => wireParams[key]!.presence === "required")
  return Object.fromEntries(required.map((key) => [key, known[key] ?? ""]))
}
