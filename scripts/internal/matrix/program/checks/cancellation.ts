/** An interrupted call ends at once, and its request is aborted: the server sees the connection close. */
import { Stocks } from "@candela/stocks"
import { Effect, Fiber, Schedule } from "effect"
import type { Counts, Check, Surroundings } from "../Check.js"
import { countsOf, ensure, services } from "./support.js"

/** Asks the server until it has seen so much. */
const until = (surroundings: Surroundings, seen: (counts: Counts) => boolean, otherwise: string) =>
  countsOf(surroundings).pipe(
    Effect.filterOrFail(seen, (counts) => new Error(`${otherwise}: ${JSON.stringify(counts)}`)),
    Effect.retry(Schedule.intersect(Schedule.spaced("50 millis"), Schedule.recurs(100))),
  )

export const check: Check = (surroundings) =>
  Effect.gen(function* () {
    const before = yield* countsOf(surroundings)
    const fiber = yield* Effect.flatMap(Stocks, (stocks) => stocks.previousDayBar({ stocksTicker: "AAPL" })).pipe(
      Effect.provide(services(surroundings.hangingUrl, surroundings.key)),
      Effect.fork,
    )
    yield* until(surroundings, ({ hanging }) => hanging > before.hanging, "the request did not arrive")
    const exit = yield* Fiber.interrupt(fiber)
    yield* ensure(exit._tag === "Failure" && exit.cause._tag !== "Fail", "the call was not interrupted")
    yield* until(surroundings, ({ aborted }) => aborted > before.aborted, "the connection was not closed")
    return "the connection is closed"
  })
