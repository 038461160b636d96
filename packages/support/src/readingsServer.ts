import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import type { Reading } from "./endpoints.js"

/**
 * Where a document's `next_url` stands: after the rows at the end, before them, or after them with
 * something larger behind it.
 */
export type NextUrlPlace = "tail" | "head" | "middle"

/** The reading at a whole number, as a row. */
export const readingAt = (at: number): Reading => ({ at, value: at / 2, ...(at % 3 === 0 ? { note: `n${at}` } : {}) })

/** The readings of a range. */
export const readingsOf = (from: number, to: number): ReadonlyArray<Reading> =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => readingAt(from + index))

const wire = ({ at, note, value }: Reading) => ({ t: at, v: value, ...(note === undefined ? {} : { x: note }) })

const id = { request_id: "r1" }

/** A page as the service would write it. */
export const pageOf = (
  rows: ReadonlyArray<Reading>,
  next: string | undefined,
  layout: NextUrlPlace = "tail",
): string => {
  const results = { results: rows.map(wire) }
  const nextUrl = next === undefined ? {} : { next_url: next }
  switch (layout) {
    case "tail":
      return JSON.stringify({ ...results, status: "OK", ...id, ...nextUrl })
    case "head":
      return JSON.stringify({ ...nextUrl, status: "OK", ...id, ...results })
    case "middle":
      return JSON.stringify({ status: "OK", ...results, ...nextUrl, info: { stations: 1 }, ...id })
  }
}

/**
 * The page that a request asks for, of a service that has one reading at each whole number, and at
 * most `limit` on a page.
 */
export const page = (url: URL, layout: NextUrlPlace = "tail"): string => {
  const [from, to] = url.pathname.split("/").slice(-2).map(Number) as [number, number]
  const limit = Number(url.searchParams.get("limit") ?? 2)
  const last = Math.min(to, from + limit - 1)
  const path = url.pathname.replace(`/${from}/${to}`, `/${last + 1}/${to}`)
  return pageOf(
    readingsOf(from, last),
    last < to ? `${url.origin}${path}?limit=${limit}&cursor=c${last}` : undefined,
    layout,
  )
}

/** A script that answers each request with the page that it asks for. */
export const serve =
  (layout: NextUrlPlace = "tail") =>
  ({ url }: ScriptedTransport.Exchange): ScriptedTransport.Behaviour =>
    ScriptedTransport.text(page(url, layout))
