/**
 * Sends examples of the catalogue, and reports the results.
 *
 * @module
 */
import * as Catalog from "@candela/catalog/Catalog"
import type { InvalidRow } from "@candela/core/declare/Envelope"
import type { MarketData } from "@candela/core/MarketData"
import type { MarketDataError } from "@candela/core/MarketDataError"
import type * as Method from "@candela/core/Method"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Predicate from "effect/Predicate"
import type { Observer } from "./Observer.js"

/** Result of a request. */
export interface Probed {
  /** Endpoint of the request. */
  readonly entry: Catalog.Entry
  /** Answer, or its error. */
  readonly result: Either.Either<AnswerSummary, MarketDataError>
}

/** Summary of an answer. */
export interface AnswerSummary {
  /** Number of rows; absent for a single value. */
  readonly rows: number | undefined
  /** Rows that do not decode. */
  readonly invalid: ReadonlyArray<InvalidRow>
  /** Whether the service reports delayed data. */
  readonly isDelayed: boolean
}

/** A page has rows under `results`, whatever else it has. */
const answerOf = ({ declaration }: Catalog.Entry, answer: unknown): AnswerSummary => {
  const { invalid, results, status } = (Predicate.isRecord(answer) ? answer : {}) as {
    readonly invalid?: ReadonlyArray<InvalidRow>
    readonly results?: ReadonlyArray<unknown>
    readonly status?: unknown
  }
  return {
    rows: declaration.kind === "single" ? undefined : (results?.length ?? 0),
    invalid: invalid ?? [],
    isDelayed: status === "DELAYED",
  }
}

type Methods = Readonly<
  Record<string, (request: object, options: Method.CallOptions) => Effect.Effect<unknown, MarketDataError>>
>

/** Calls an endpoint, once or as often as the retry policy allows. */
export const call = (
  observer: Observer,
  entry: Catalog.Entry,
  request: object = entry.example,
): Effect.Effect<Probed, never, MarketData> =>
  Effect.gen(function* () {
    const { tag } = Catalog.services.find(({ name }) => name === entry.service)!
    observer.begin(entry.name)
    const methods = (yield* Effect.provide(tag as unknown as Effect.Effect<Methods>, tag.layer)) as Methods
    const answer = methods[entry.method]!(request, { onInvalidRow: "skip", deadline: "20 seconds" })
    return { entry, result: Either.map(yield* Effect.either(answer), (answer) => answerOf(entry, answer)) }
  })
