/** Calls during which the wall clock is set back. */
import { MarketData } from "@candela/core/MarketData"
import * as RateLimit from "@candela/core/RateLimit"
import * as Retry from "@candela/core/Retry"
import { Stocks } from "@candela/stocks/Stocks"
import { Cause, Clock, Duration, Effect, Exit, Layer, Option } from "effect"
import type { ServerResponse } from "node:http"
import * as Clients from "../Clients.js"
import type { Figure } from "../Figure.js"
import * as Loopback from "../Loopback.js"

const hour = 3_600_000

/** A clock whose dates go back by an hour every 50 milliseconds; its durations are real. */
const settable = Effect.map(Effect.clock, (clock): Clock.Clock => {
  const elapsed = () => Number(clock.unsafeCurrentTimeNanos()) / 1e6
  const start = elapsed()
  const millis = () => clock.unsafeCurrentTimeMillis() - Math.floor((elapsed() - start) / 50) * hour
  return {
    ...Clock.make(),
    unsafeCurrentTimeMillis: millis,
    currentTimeMillis: Effect.sync(millis),
    unsafeCurrentTimeNanos: () => clock.unsafeCurrentTimeNanos(),
    currentTimeNanos: clock.currentTimeNanos,
    sleep: (duration) => clock.sleep(duration),
  }
})

/** A service, told the number of each request. */
const serve = (answer: (response: ServerResponse, number: number) => void) =>
  Effect.suspend(() => {
    let number = 0
    return Loopback.http((_, response) => answer(response, number++))
  })

/** Timeout of a call; each waits for a second at most. */
const longest = Duration.seconds(10)

const previousDay = (deadline?: Duration.DurationInput) =>
  Effect.flatMap(Stocks, (stocks) =>
    stocks.previousDayBar({ stocksTicker: "AAPL" }, deadline === undefined ? {} : { deadline }),
  )

export const clockSetBack: Figure = {
  name: "clock-set-back",
  what: "calls whose wall clock is set back by an hour every 50 ms: a pause, a timeout, a deadline, a retry, a rate limit, by both clients",
  bound: "each ends within 10 s",
  run: (scale) =>
    Effect.gen(function* () {
      const clock = yield* settable
      const silent = yield* serve(() => {})
      const pausing = yield* serve((response, number) =>
        number % 2 === 0 ? response.writeHead(429, { "retry-after": "1" }).end() : response.end('{"status":"OK"}'),
      )
      const failing = yield* serve((response) => response.writeHead(503).end())
      const none = { retry: Retry.none }
      const waits: Readonly<Record<string, readonly [MarketData.Options, Effect.Effect<unknown, unknown, Stocks>]>> = {
        "a pause": [{ baseUrl: pausing, apiKey: "sandbox" }, previousDay()],
        "a timeout": [{ ...none, baseUrl: silent, apiKey: "sandbox", timeout: "500 millis" }, previousDay()],
        "a deadline": [{ ...none, baseUrl: silent, apiKey: "sandbox" }, previousDay("500 millis")],
        "a retry": [
          { baseUrl: failing, apiKey: "sandbox", retry: Retry.make({ times: 2, base: "200 millis" }) },
          previousDay(),
        ],
        "a rate limit": [
          {
            ...none,
            baseUrl: failing,
            apiKey: "sandbox",
            rateLimit: RateLimit.make({ limit: 1, interval: "500 millis" }),
          },
          Effect.all([Effect.exit(previousDay()), Effect.exit(previousDay())]),
        ],
      }
      const cases = Object.entries(Clients.of(scale)).flatMap(([client, http]) =>
        Object.entries(waits).map(([name, [options, call]]) => ({ client, http, name, options, call })),
      )
      const held = yield* Effect.forEach(
        cases,
        ({ call, client, http, name, options }) =>
          Effect.exit(call).pipe(
            Effect.provide(Stocks.layer.pipe(Layer.provide(MarketData.layer(options)), Layer.provide(http))),
            Effect.withClock(clock),
            Effect.disconnect,
            Effect.timeoutOption(longest),
            Effect.map(
              Option.match({
                onNone: () => [`${client}: ${name} had not ended after 10 s`],
                onSome: (exit) =>
                  Exit.isFailure(exit) && Cause.isDie(exit.cause)
                    ? [`${client}: ${name}: ${Cause.pretty(exit.cause)}`]
                    : [],
              }),
            ),
          ),
        // One after the other: the service pauses every second request.
      )
      return { measured: `${cases.length} calls, ${held.flat().length} held up`, violations: held.flat() }
    }),
}
