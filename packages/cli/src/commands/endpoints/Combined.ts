/**
 * Rows of several tickers, or bars in another shape than the service's.
 *
 * @module
 */
import type * as Catalog from "@candela/catalog/Catalog"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Elements from "../../output/Elements.js"
import * as Output from "../../output/Output.js"
import * as Progress from "../../progress/Progress.js"
import * as Parts from "./Parts.js"
import { details, type Prepared } from "./Prepared.js"
import * as Several from "./Several.js"
import * as Shape from "./Shape.js"
import * as Told from "./Told.js"
import type { CallValues } from "./Values.js"

/** Writes the rows of several tickers, or bars in another shape than the service's. */
export const write = (
  entry: Catalog.Entry,
  methods: Readonly<Record<string, unknown>>,
  values: CallValues,
  { parsed, requests, tickers: { isSeveral, tickers } }: Prepared,
) =>
  Effect.gen(function* () {
    const endpoint = entry.declaration as Endpoint.AnyRows
    const [SeveralRows, ShapedBars] = yield* Effect.promise(() =>
      Promise.all([import("./SeveralRows.js"), import("./ShapedBars.js")]),
    )
    const isShaped = Shape.isAsked(values)
    const { isByDay, order } = yield* Several.orderOf(endpoint, values, requests[0]!)
    const seen = new Set<string>()
    const before = yield* Told.leftOut(endpoint)
    const { concurrency, limit } = values
    const options = { concurrency, onInvalidRow: values["on-invalid-row"] }
    const source = isSeveral
      ? SeveralRows.stream(endpoint, methods, methods[entry.method], requests, {
          ...{ ...options, order, isByDay, by: values.by },
          pageSize: isShaped ? undefined : Parts.pageSize(endpoint, parsed, limit),
          seen: (ticker) => void seen.add(ticker),
        })
      : Parts.of(endpoint, methods[entry.method], requests[0]!, parsed, {
          ...options,
          ...{ limit: undefined, checkpoint: undefined, whole: false },
        }).pipe(Stream.mapConcatChunk(Parts.elements))
    const told = Stream.unwrapScoped(
      Effect.map(Progress.make, (progress) => {
        let rows = 0
        return Stream.tap(source, (element) => progress.update({ rows: (rows += Elements.lengthOf(element)) }))
      }),
    )
    const shaped = isShaped ? ShapedBars.apply({ endpoint, methods, tickers, isSeveral }, values)(told) : told
    const rows = yield* Output.rows(
      isSeveral ? SeveralRows.endpointOf(endpoint) : endpoint,
      values,
      Elements.take(limit)(shaped),
      details(entry, { ...requests[0], ...(isSeveral && { tickers }), ...Shape.asked(values) }),
    )
    yield* Told.warn((yield* Told.leftOut(endpoint)) - before)
    // protects: A ticker without rows, which may be misspelt, is named.
    // mutant: "that have no rows are named": never
    const missing = tickers.filter((ticker) => !seen.has(ticker))
    if (isSeveral && missing.length > 0 && rows !== limit) yield* Told.lacking(missing)
  })
