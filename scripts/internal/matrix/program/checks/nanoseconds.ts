/** Instants to the nanosecond as `bigint`, equal to the digits that the service wrote. */
import { Forex } from "@candela/forex"
import { Effect, Stream } from "effect"
import type { Check } from "../Check.js"
import { ensure, services, textOf } from "./support.js"

export const check: Check = (surroundings) =>
  Effect.gen(function* () {
    const forex = yield* Forex
    const text = yield* textOf(surroundings, "/v3/quotes/C:EUR-USD?timestamp=2025-06-26&order=asc&limit=5000")
    const expected = Array.from(text.matchAll(/"participant_timestamp": *(\d+)/g), (match) => BigInt(match[1]!))
    const request = { fxTicker: "C:EUR-USD", timestamp: "2025-06-26", order: "asc" } as const
    const page = yield* forex.quotes({ ...request, limit: 5000 })
    const rows = page.results.map((quote) => quote.participant_timestamp)
    const columns: Array<bigint> = []
    yield* Stream.runForEach(forex.quotes.columns(request, { pageSize: 5000 }).pipe(Stream.take(1)), (chunk) =>
      Effect.sync(() => columns.push(...chunk.columns.participant_timestamp)),
    )
    const inexact = expected.filter((instant) => BigInt(Number(instant)) !== instant).length
    yield* ensure(expected.length > 1000, `only ${expected.length} quotes`)
    yield* ensure(inexact > 0, "numbers would do")
    yield* ensure(String(rows) === String(expected), "the instants of rows are others")
    yield* ensure(
      String(columns.slice(0, expected.length)) === String(expected.slice(0, columns.length)),
      "the instants of columns are others",
    )
    return `${expected.length} instants, ${inexact} of them no exact number`
  }).pipe(Effect.provide(services(surroundings.url, surroundings.key)))
