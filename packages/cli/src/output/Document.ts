/**
 * Complete answers as JSON: the rows of all pages in one list, with the fields around and beside them.
 *
 * @module
 */
import * as Chunk from "effect/Chunk"
import * as Stream from "effect/Stream"
import * as Json from "./Json.js"

type Fields = Readonly<Record<string, unknown>>

/** Page: rows, and the other fields of the service. */
export interface ServicePage extends Fields {
  readonly results: ReadonlyArray<unknown>
}

/** Fields of a page that are not part of the answer. */
const ofPage: ReadonlySet<string> = /* @__PURE__ */ new Set(["results", "next_url", "checkpoint", "invalid", "count"])

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Merges the fields of two pages: lists are concatenated, for anything else the first page counts. */
const merge = (one: unknown, other: unknown): unknown => {
  if (Array.isArray(one) && Array.isArray(other)) return [...one, ...other]
  if (!isObject(one) || !isObject(other)) return one ?? other
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return Object.fromEntries(keys.map((key) => [key, merge(one[key], other[key])]))
}

const around = (page: ServicePage): Fields =>
  Object.fromEntries(Object.entries(page).filter(([key]) => !ofPage.has(key)))

/** List of rows as JSON, one per line. */
export const list = <Err, R>(rows: Stream.Stream<unknown, Err, R>): Stream.Stream<string, Err, R> =>
  Stream.suspend(() => {
    let isFirst = true
    const lines = Stream.mapChunks(rows, (chunk) => {
      const texts = Chunk.toReadonlyArray(chunk).map((row) => Json.text(row))
      if (texts.length === 0) return Chunk.empty<string>()
      const text = `${isFirst ? "[\n" : ",\n"}${texts.join(",\n")}`
      isFirst = false
      return Chunk.of(text)
    })
    return Stream.concat(
      lines,
      Stream.suspend(() => Stream.make(isFirst ? "[]\n" : "\n]\n")),
    )
  })

/**
 * Pages as one answer, `{"results": [...], ...}`. `count` is the number of its rows. Rows are
 * written as they arrive; the other fields follow, because each page may add to them.
 */
export const pages = <Err, R>(pages: Stream.Stream<ServicePage, Err, R>): Stream.Stream<string, Err, R> =>
  Stream.suspend(() => {
    let count = 0
    let rest: Fields = {}
    const lines = Stream.map(pages, (page) => {
      const texts = page.results.map((row) => `    ${Json.text(row)}`)
      rest = merge(rest, around(page)) as Fields
      const text = texts.length === 0 ? "" : `${count === 0 ? "\n" : ",\n"}${texts.join(",\n")}`
      count += texts.length
      return text
    })
    const end = Stream.suspend(() => {
      const fields = Object.entries({ ...rest, count }).map(
        ([key, value]) => `,\n  ${Json.text(key)}: ${Json.text(value)}`,
      )
      return Stream.make(`${count === 0 ? "" : "\n  "}]${fields.join("")}\n}\n`)
    })
    return Stream.make(`{\n  "results": [`).pipe(Stream.concat(lines), Stream.concat(end))
  })
