/**
 * Decodes events of the live channel one by one: parsed values, most of which have the same keys.
 */
import * as Either from "effect/Either"
import { identity } from "effect/Function"
import * as ParseResult from "effect/ParseResult"
import type * as Schema from "effect/Schema"
import * as Structure from "../Structure.js"
import { exactIn } from "../json/exactReader.js"
import type { Exact } from "../json/int64.js"
import { rowCheck } from "./generatedCheck.js"
import { faultOf, infinity, ofRow } from "./refusal.js"

/** Why an event was rejected. */
export type Rejected = ReturnType<typeof ofRow>

export interface EventDecoder {
  /** Key of the field `ticker` on the wire. */
  readonly tickerKey: string
  /** Exact integers of an event. Their events are to be read from the text: `JSON.parse` would round them. */
  readonly exact: ReadonlyArray<Exact>
  /**
   * Decodes most events; `undefined` for one that only {@link decode} can judge. The row is a new object, unless the
   * event is one as it is.
   */
  readonly check: (event: unknown) => unknown
  /** Decodes any event, by its schema. */
  readonly decode: (event: unknown) => Either.Either<unknown, Rejected>
}

const unknown = () => undefined

/** Removes secrets from a text. */
type Redact = (text: string) => string

const refuse = (event: unknown, fault: Parameters<typeof ofRow>[1], redact: Redact): Rejected => {
  try {
    // protects: A rejection quotes no part of a key: one that is shortened within it would not be found later.
    // mutant: "is not in an error in part": fault, redact → fault, identity
    return ofRow(event, fault, redact)
  } catch {
    // protects: An event that is nested deeply ends no program. `JSON.parse` reads any depth, but nothing writes it.
    // mutant: "a value that is nested deeply": ofRow("an event that is nested too deeply" → ofRow(event
    return ofRow("an event that is nested too deeply", fault)
  }
}

/** Makes a decoder of events with the rows of a schema. `redact` removes secrets from what a rejection quotes. */
export const make = (row: Schema.Schema.AnyNoContext, generating: boolean, redact: Redact = identity): EventDecoder => {
  const type = Structure.of(row.ast)
  const decodeRow = ParseResult.decodeUnknownEither(row)
  return {
    tickerKey: Structure.fields(row.ast)?.find(({ name }) => name === "ticker")?.wireKey ?? "ticker",
    exact: exactIn(type),
    check: rowCheck(type, generating) ?? unknown,
    decode: (event) => {
      const decoded = decodeRow(event)
      const fault = Either.isLeft(decoded) ? faultOf(decoded.left, []) : infinity([], event, decoded.right)
      return fault === undefined
        ? (decoded as Either.Either<unknown, never>)
        : Either.left(refuse(event, fault, redact))
    },
  }
}
