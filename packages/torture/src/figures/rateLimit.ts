/** The busiest windows of a rate limit. */
import * as RateLimit from "@candela/core/RateLimit"
import * as Retry from "@candela/core/Retry"
import { Effect } from "effect"
import * as Clients from "../Clients.js"
import * as Departures from "../Departures.js"
import type { Figure, Scale } from "../Figure.js"
import * as ProxyProcess from "../ProxyProcess.js"

/** In milliseconds. Each of them is the narrower one for a while. */
const windows = [
  { limit: 30, interval: 100 },
  { limit: 120, interval: 500 },
]

/** Requests per client. */
const requests: Readonly<Record<Scale["name"], number>> = { test: 500, short: 5000, long: 50_000 }

/** Requests per call: the first and its retries. */
const attempts = 5
const atOnce = 60

const count = (value: number) => value.toLocaleString("en-US")

export const rateLimit: Figure = {
  name: "rate-limit",
  what: `busiest window of a rate limit of ${windows.map(({ interval, limit }) => `${limit} in ${interval} ms`).join(" and ")}`,
  bound:
    "never over its limit when requests are written to their sockets, by the client's own clock and without tolerance; both clients, retries included",
  run: ({ name, seed }) =>
    Effect.gen(function* () {
      // Every response is a fault; no request reaches a service.
      const proxy = yield* ProxyProcess.start({ upstream: "http://127.0.0.1", seed, ways: { "503": 1 } })
      const departures = yield* Departures.to(proxy.url)
      const settings = {
        url: proxy.url,
        apiKey: "sandbox",
        rateLimit: RateLimit.make(windows),
        retry: Retry.make({ base: "1 millis", times: attempts - 1 }),
        retryBudget: { reserve: Infinity },
      }
      const users = yield* Clients.users(settings, 1)
      const calls = requests[name] / attempts
      yield* Effect.forEach(
        users,
        ({ stocks }) =>
          Effect.replicateEffect(Effect.flip(stocks.previousDayBar({ stocksTicker: "AAPL" })), calls, {
            concurrency: atOnce,
            discard: true,
          }),
        { concurrency: "unbounded", discard: true },
      )
      const { requests: arrived } = yield* proxy.report
      const found = users.map(({ client }) => {
        const times = departures[client]
        const busiest = windows.map(({ interval, limit }) => ({
          limit,
          interval,
          most: Departures.busiest(times, interval * 1e6),
        }))
        return { client, left: times.length, busiest }
      })
      const left = found.reduce((total, { left }) => total + left, 0)
      return {
        measured: `${count(left)} requests; ${found
          .map(
            ({ busiest, client }) =>
              `${client}: ${busiest.map(({ interval, most }) => `${most} in ${interval} ms`).join(", ")}`,
          )
          .join("; ")}`,
        violations: [
          ...found.flatMap(({ busiest, client }) =>
            busiest
              .filter(({ limit, most }) => most > limit)
              .map(({ interval, limit, most }) => `seed ${seed}, ${client}: ${most} of ${limit} in ${interval} ms`),
          ),
          // A request that is lost with a reused connection is sent again, without counting as a retry.
          ...(arrived === left && left >= 2 * requests[name]
            ? []
            : [`seed ${seed}: ${left} of ${2 * requests[name]} requests were seen to leave, and ${arrived} arrived`]),
        ],
      }
    }),
}
