/**
 * Text of a file's metadata: the same for the same rows, request and time.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FileSchema from "../FileSchema.js"
import type { ColumnOrigin, Origin, WriteOptions } from "../Origin.js"
import { version } from "./version.js"

/** Returns the columns within a type, with their paths. */
const insideOf = (type: FileSchema.Type, path: string): ReadonlyArray<readonly [string, FileSchema.Column]> => {
  switch (type._tag) {
    case "Struct":
      return allOf(type.columns, `${path}.`)
    case "List":
      return insideOf(type.item, `${path}[]`)
    default:
      return []
  }
}

const allOf = (
  columns: ReadonlyArray<FileSchema.Column>,
  prefix = "",
): ReadonlyArray<readonly [string, FileSchema.Column]> =>
  columns.flatMap((column) => {
    const path = prefix + column.name
    return [[path, column] as const, ...insideOf(column.type, path)]
  })

/** Formats JSON with sorted object keys, and integers beyond doubles as text. */
const stringify = (value: unknown): string =>
  JSON.stringify(value, (_key, value: unknown) => {
    if (typeof value === "bigint") return String(value)
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
  })

/**
 * Returns the metadata of a file with rows of an endpoint. That bars are adjusted is stated only if they are: it is
 * the rarer case, and other files keep their bytes.
 */
export const of = (
  endpoint: Endpoint.AnyRows,
  { request, texts = {}, time }: WriteOptions,
  adjusted: boolean | undefined,
): Effect.Effect<string> =>
  Effect.map(time === undefined ? Clock.currentTimeMillis : Effect.succeed(time), (time) => {
    const columns = allOf(FileSchema.of(endpoint)).flatMap(
      ([path, { unit }]): ReadonlyArray<[string, ColumnOrigin]> => {
        const text = Object.hasOwn(texts, path) ? texts[path] : undefined
        return unit === undefined && text === undefined ? [] : [[path, { unit, text }]]
      },
    )
    return stringify({
      // protects: A file of adjusted bars says it.
      // mutant: "of adjusted bars say it, and give it back": true → null
      ...(adjusted === true ? { adjusted } : {}),
      columns: Object.fromEntries(columns),
      endpoint: endpoint.name,
      request: request as Origin["request"],
      time,
      version,
    } satisfies Origin)
  })
