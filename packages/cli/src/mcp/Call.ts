/**
 * Calls endpoints by name: the rows of a request, page by page.
 *
 * @module
 */
import * as Catalog from "@candela/catalog/Catalog"
import type { MarketDataError } from "@candela/core/MarketDataError"
import * as Request from "@candela/core/Request"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Stream from "effect/Stream"
import * as Dates from "../commands/endpoints/Dates.js"
import * as Documents from "./Documents.js"
import { ToolError } from "./ToolError.js"

/** Part of the rows of a request. */
export interface AnswerRows {
  readonly rows: ReadonlyArray<object>
  /** Whether there are no rows after these. */
  readonly isLast: boolean
}

/** Rows of a request, as they arrive, or its value. */
export type CallAnswer =
  | { readonly _tag: "Value"; readonly value: Effect.Effect<unknown, MarketDataError> }
  | { readonly _tag: "Rows"; readonly parts: Stream.Stream<AnswerRows, MarketDataError> }

/** Checked request of an endpoint. */
export interface Call {
  readonly entry: Catalog.Entry
  /** `limit` of the request, if given: here it is the number of rows. */
  readonly limit: number | undefined
  readonly answer: CallAnswer
}

/** Finds the endpoint with a name. */
export const find = (name: string): Effect.Effect<Catalog.Entry, ToolError> => {
  const entry = Catalog.find(name)
  return entry === undefined
    ? new ToolError({ message: `There is no endpoint ${JSON.stringify(name)}. ${Documents.suggestions(name)}` })
    : Effect.succeed(entry)
}

/** Page size: small enough for the first rows to arrive soon, and large enough to count all rows of most answers. */
const pageSize = 5000

interface Page {
  readonly results: ReadonlyArray<object>
  readonly next_url?: string
}

/** Method of any endpoint. */
interface Method extends Catalog.Method {
  readonly pages?: (request: object) => Stream.Stream<Page, MarketDataError>
}

/** Methods of all services. */
export type Services = Context.Context<never>

const methodOf = (services: Services, { method, service }: Catalog.Entry): Method => {
  const { tag } = Catalog.services.find(({ name }) => name === service)!
  return (Context.get(services as never, tag as never) as Readonly<Record<string, Method>>)[method]!
}

const partOf = ({ next_url, results }: Page): AnswerRows => ({ rows: results, isLast: next_url === undefined })

/** Checks a request, and prepares its call. Nothing is sent yet. */
export const make = (services: Services, name: string, written: object): Effect.Effect<Call, ToolError> =>
  Effect.gen(function* () {
    const entry = yield* find(name)
    const { declaration } = entry
    const refuse = (message: string) =>
      new ToolError({ message: `${message} A request that works: ${JSON.stringify(entry.example)}.` })
    const request = yield* Dates.resolve(declaration, written as Readonly<Record<string, unknown>>).pipe(
      Effect.mapError((fault) => refuse(`${name}: ${fault} Nothing was sent.`)),
    )
    const checked = Request.url(declaration, request)
    if (Either.isLeft(checked)) return yield* refuse(checked.left.message)
    const method = methodOf(services, entry)
    const isPaged = method.pages !== undefined
    const limitName = isPaged ? Request.nameOf(declaration, "Limit") : undefined
    const { [limitName ?? ""]: limit, ...others } = request
    const sizes = Object.entries(Request.largestPages(declaration)).map(([name, max]) => [
      name,
      Math.min(max, pageSize),
    ])
    const answer: CallAnswer =
      declaration.kind === "single"
        ? { _tag: "Value", value: method(request) }
        : {
            _tag: "Rows",
            parts: isPaged
              ? Stream.map(method.pages({ ...others, ...Object.fromEntries(sizes) }), partOf)
              : Stream.fromEffect(Effect.map(method(request), (page) => partOf(page as Page))),
          }
    return { entry, limit: limit as number | undefined, answer }
  })
