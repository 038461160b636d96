import type { MarketDataError } from "@candela/core/MarketDataError"
import * as Telemetry from "@candela/core/Telemetry"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import { Effect, FastCheck as fc, Metric, Option, type Stream } from "effect"
import { readings, Weather, type Reading } from "@candela/support/endpoints"
import { sized, type Form } from "@candela/support/forms"
import { impatient, steps, type Steps } from "@candela/support/impatient"
import { pageOf, readingsOf, type NextUrlPlace } from "@candela/support/readingsServer"
import { runs, sampled, seeded } from "@candela/support/seeded"
import { weather } from "@candela/support/weather"

/** The elements of a stream whose consumer gives up 24 pulls, and pauses after each. */
const elementsOf = <A, E>(
  stream: Stream.Stream<A, E>,
  patience: ReadonlyArray<Steps>,
  pause: Steps,
): Effect.Effect<ReadonlyArray<A>, E> =>
  Effect.flatMap(
    impatient(
      stream,
      Array.from({ length: 24 }, (_, index) => steps(patience[index % patience.length]!)),
      steps(pause),
    ),
    ({ elements, failure }) =>
      Option.match(failure, { onNone: () => Effect.succeed(elements), onSome: Effect.failCause }),
  )

/** A page of as many readings as `lengths` say for its first one. An empty page leads on to one that is not. */
const uneven = ({ url }: ScriptedTransport.Exchange, layout: NextUrlPlace, lengths: ReadonlyArray<number>) => {
  const [from, to] = url.pathname.split("/").slice(-2).map(Number) as [number, number]
  const length = lengths[from % lengths.length]!
  const last = Math.min(to, from + (url.searchParams.has("cursor") ? Math.max(1, length) : length) - 1)
  const next = `${url.pathname.replace(`/${from}/${to}`, `/${last + 1}/${to}`)}${last < from ? "?cursor=1" : ""}`
  return ScriptedTransport.text(pageOf(readingsOf(from, last), last < to ? next : undefined, layout))
}

/** A server whose pages are uneven, and whose answers take some steps and turns of their own. */
const unsteady =
  (layout: NextUrlPlace, pace: ReadonlyArray<Steps>, lengths: ReadonlyArray<number>) =>
  (exchange: ScriptedTransport.Exchange) =>
    Effect.as(steps(pace[exchange.index % pace.length]!), uneven(exchange, layout, lengths))

/**
 * Fibers of so few operations at a time can be interrupted between any two. (With fewer than 11 the
 * runtime itself does not get on.)
 */
const operations = fc.constantFrom(11, 12, 13, 17, 23, 100, 2048)

const patience = fc.record({ yields: fc.integer({ min: 0, max: 60 }), turns: fc.integer({ min: 0, max: 4 }) })

/** The rows of a request in one of the three forms, for a consumer without patience. */
const rowsOf = (
  form: Form,
  request: { readonly rows: number; readonly limit: number },
  options: { readonly prefetch: number; readonly concurrency: number },
  patience: ReadonlyArray<Steps>,
  pause: Steps,
) =>
  Effect.gen(function* () {
    const { readings } = yield* Weather
    const range = { station: "S", from: 0, to: request.rows - 1 }
    const sizedRange = sized(form, range, request.limit, options)
    switch (form) {
      case "stream":
        return yield* elementsOf(readings.stream(...sizedRange), patience, pause)
      case "pages":
        return (yield* elementsOf(readings.pages(...sizedRange), patience, pause)).flatMap(({ results }) => [
          ...results,
        ])
      case "columns":
        return (yield* elementsOf(readings.columns(...sizedRange), patience, pause)).flatMap((columns) =>
          columns.toRows(),
        )
    }
  })

const rowsCounted = Effect.map(Metric.value(Telemetry.of(Telemetry.rows, readings)), ({ count }) => count)

/** Each row is given once, and decoded once. */
const assertOnce = (rows: number, result: Effect.Effect<ReadonlyArray<Reading>, MarketDataError, Weather>) =>
  Effect.gen(function* () {
    const before = yield* rowsCounted
    assert.deepStrictEqual(yield* result, readingsOf(0, rows - 1))
    assert.strictEqual((yield* rowsCounted) - before, rows)
  })

describe("a stream whose pulls are interrupted and repeated", () => {
  for (const form of ["pages", "stream", "columns"] as const) {
    it.effect.prop(
      `gives every row once (${form})`,
      {
        rows: fc.integer({ min: 1, max: 24 }),
        limit: fc.integer({ min: 1, max: 4 }),
        prefetch: fc.integer({ min: 0, max: 3 }),
        concurrency: fc.integer({ min: 1, max: 4 }),
        layout: fc.constantFrom<NextUrlPlace>("tail", "head", "middle"),
        lengths: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 6 }),
        pace: fc.array(patience, { minLength: 1, maxLength: 5 }),
        patience: fc.array(patience, { minLength: 1, maxLength: 12 }),
        pause: patience,
        operations,
      },
      ({ concurrency, layout, lengths, limit, operations, pace, patience, pause, prefetch, rows }) =>
        assertOnce(rows, rowsOf(form, { rows, limit }, { prefetch, concurrency }, patience, pause)).pipe(
          Effect.withMaxOpsBeforeYield(operations),
          Effect.provide(weather(unsteady(layout, pace, lengths))),
        ),
      { fastCheck: { ...seeded.fastCheck, numRuns: runs(20) } },
    )
  }

  const rows = 3
  const steady = unsteady("tail", [{ yields: 0, turns: 0 }], [1])
  /** How often a pull yields before it is interrupted. */
  const yieldsOfPull = Array.from({ length: 41 }, (_, index) => index)

  for (const options of [
    { prefetch: 1, concurrency: 1 },
    { prefetch: 1, concurrency: 2 },
  ]) {
    it.effect(`gives every row once, at whichever step a pull is interrupted (${JSON.stringify(options)})`, () =>
      Effect.gen(function* () {
        for (const operations of [11, 12, 13].slice(0, runs(3))) {
          for (const yields of sampled(yieldsOfPull, options.concurrency)) {
            // One pull ends, or gets as far as its request, before the next is interrupted.
            const patience = [
              { yields: 0, turns: 2 },
              { yields, turns: 0 },
            ]
            const pulled = rowsOf("pages", { rows, limit: 1 }, options, patience, { yields: 0, turns: 4 })
            yield* Effect.withMaxOpsBeforeYield(assertOnce(rows, pulled), operations)
          }
        }
      }).pipe(Effect.provide(weather(steady))),
    )
  }
})
