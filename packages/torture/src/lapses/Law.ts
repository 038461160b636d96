/**
 * The law of lapses: under each lapse, each way of reading ends with the right rows, with a typed
 * error, or with rows and words.
 */
import * as Lapse from "@candela/testing/Lapse"
import type * as HttpClient from "@effect/platform/HttpClient"
import { Cause, Effect, Exit, Option, Predicate } from "effect"
import { tellsOf } from "./Telling.js"
import type { Lapsing } from "./World.js"
import { type Way, ways } from "./Ways.js"

/** How a read ended. */
export type Verdict =
  | { readonly _tag: "Right" }
  /** With a typed error. */
  | { readonly _tag: "Failed"; readonly error: string }
  /** With other rows, and it told of this lapse. */
  | { readonly _tag: "Told"; readonly words: string }
  /** With other rows, without a word; or it died. */
  | { readonly _tag: "Silent"; readonly why: string }
  /** With other rows, without a word, where nobody could know. */
  | { readonly _tag: "Unknowable"; readonly why: string }
  /** No answer had the lapse. */
  | { readonly _tag: "Unmet" }

/** A cell of the table: a lapse, a way of reading, and how it ended. */
export interface Cell {
  readonly lapse: Lapse.Name
  readonly way: string
  readonly verdict: Verdict
}

/** Rows as text. Integers of 64 bits have their digits. */
const textOf = (rows: ReadonlyArray<unknown>) =>
  rows.map((row) => JSON.stringify(row, (_, value: unknown) => (typeof value === "bigint" ? `${value}n` : value)))

const failure = <E>(cause: Cause.Cause<E>): Verdict => {
  const error = Option.getOrUndefined(Cause.failureOption(cause))
  return Predicate.hasProperty(error, "_tag")
    ? { _tag: "Failed", error: String(error._tag) }
    : { _tag: "Silent", why: `died: ${Cause.pretty(cause).split("\n")[0]}` }
}

/** In what the rows differ from the right ones. */
const difference = (rows: ReadonlyArray<string>, right: ReadonlyArray<string>): string => {
  const index = right.findIndex((row, index) => row !== rows[index])
  return rows.length === right.length
    ? `row ${index} is ${rows[index]?.slice(0, 120)}, not ${right[index]?.slice(0, 120)}`
    : `${rows.length} rows for ${right.length}`
}

/** Reads a way without lapses. */
export const rightRows = (client: HttpClient.HttpClient, seed: number, way: Way) =>
  Effect.flatMap(way.run(client, { seed, lapses: {} }), ({ exit, warnings }) =>
    Exit.isSuccess(exit)
      ? Effect.succeed({ rows: textOf(exit.value.rows), told: [...warnings, ...exit.value.told] })
      : Effect.dieMessage(`${way.name} fails without a lapse: ${Cause.pretty(exit.cause)}`),
  )

type Right = Effect.Effect.Success<ReturnType<typeof rightRows>>

const judge = (
  client: HttpClient.HttpClient,
  way: Way,
  right: Right,
  lapse: Lapse.Name,
  lapsing: Lapsing,
): Effect.Effect<Verdict> =>
  Effect.map(way.run(client, lapsing), ({ exit, met, warnings }): Verdict => {
    if (!met) return { _tag: "Unmet" }
    if (Exit.isFailure(exit)) return failure(exit.cause)
    const rows = textOf(exit.value.rows)
    // What is said without a lapse too tells of none.
    const said = [...warnings, ...exit.value.told].filter((words) => !right.told.includes(words))
    const told = said.filter((words) => tellsOf[lapse].test(words))
    if (rows.length === right.rows.length && rows.every((row, index) => row === right.rows[index])) {
      return { _tag: "Right" }
    }
    if (told.length > 0) return { _tag: "Told", words: told.join("; ") }
    const why = way.unknowable[lapse]
    if (why !== undefined) return { _tag: "Unknowable", why }
    const others = said.length === 0 ? "" : `; it said something else: ${said.join("; ").slice(0, 200)}`
    return { _tag: "Silent", why: difference(rows, right.rows) + others }
  })

/** Tries a lapse of a way, as often as it occurs. */
const cell = (client: HttpClient.HttpClient, seed: number, way: Way, right: Right, lapse: Lapse.Name) =>
  Effect.map(
    judge(client, way, right, lapse, { seed, lapses: { [lapse]: Lapse.kinds[lapse].occurs } }),
    (verdict): Cell => ({ lapse, way: way.name, verdict }),
  )

/** Tries lapses of some ways: all that a way meets, or a choice of them. */
export const cells = (
  client: HttpClient.HttpClient,
  seed: number,
  chosen: ReadonlyArray<Way> = ways,
  lapsesOf: (way: Way) => ReadonlyArray<Lapse.Name> = ({ meets }) => meets,
): Effect.Effect<ReadonlyArray<Cell>> =>
  Effect.map(
    Effect.forEach(
      chosen.filter((way) => lapsesOf(way).length > 0),
      (way) =>
        Effect.flatMap(rightRows(client, seed, way), (right) =>
          Effect.forEach(lapsesOf(way), (lapse) => cell(client, seed, way, right, lapse)),
        ),
    ),
    (cells) => cells.flat(),
  )

/**
 * Cells that break the law, in words: silent ones, those that met no lapse, and those that are
 * called unknowable and are known.
 */
export const violations = (cells: ReadonlyArray<Cell>, chosen: ReadonlyArray<Way> = ways): ReadonlyArray<string> =>
  cells.flatMap(({ lapse, verdict, way }) => {
    const isCalledUnknowable = chosen.some(({ name, unknowable }) => name === way && unknowable[lapse] !== undefined)
    const isWrong = verdict._tag === "Silent" || verdict._tag === "Unmet"
    return isWrong || (isCalledUnknowable && verdict._tag !== "Unknowable")
      ? [`${way}, ${lapse}: ${wordsOf(verdict)}${isCalledUnknowable ? ", and is called unknowable" : ""}`]
      : []
  })

/** A verdict in words. */
export const wordsOf = (verdict: Verdict): string => {
  switch (verdict._tag) {
    case "Right":
      return "right"
    case "Failed":
      return `error ${verdict.error}`
    case "Told":
      return "told"
    case "Silent":
      return `SILENT (${verdict.why})`
    case "Unknowable":
      return `unknowable (${verdict.why})`
    case "Unmet":
      return "unmet"
  }
}
