/**
 * The vendor's own JavaScript client, on the same sandbox as ours.
 */
import type { Bar } from "@candela/market/Bar"
import type * as Indicator from "@candela/market/Indicator"
import { Sandbox } from "@candela/sandbox/Sandbox"
import { assert } from "@effect/vitest"
import { FetchHttpClient, HttpClient } from "@effect/platform"
import { restClient } from "@massive.com/client-js"
import { Effect, Layer } from "effect"
import { Connection, directory, keys } from "./support.js"

const sandbox = Sandbox.layerServer({ directory, keys })

const connection = Layer.scoped(
  Connection,
  Effect.map(Effect.all([Sandbox, HttpClient.HttpClient, Effect.scope]), ([{ baseUrl }, client, scope]) => ({
    baseUrl,
    client,
    scope,
  })),
).pipe(Layer.provide(FetchHttpClient.layer))

/** A sandbox on a port, and the way of our own client to it. */
export const server = Layer.provideMerge(connection, sandbox)

/** The vendor's own client of the service. */
export const vendor = (options: { readonly pagination?: boolean } = {}) =>
  Effect.map(Sandbox, ({ baseUrl }) => restClient("key", baseUrl, options))

/** Its methods give axios's answer by their types, and the document itself at run time. */
export const call = <A>(ask: () => Promise<A>): Effect.Effect<A> => Effect.promise(ask)

/** The keys on the wire of what has other names in the snapshots' rows. */
export const snapshotKeys: Readonly<Record<string, string>> = {
  ...{ open: "o", high: "h", low: "l", close: "c", volume: "v", vwap: "vw", transactions: "n", timestamp: "t" },
  ...{ conditions: "c", exchange: "x", id: "i", price: "p", size: "s", decimal_size: "ds" },
  ...{ decimal_volume: "dv", accumulated_volume: "av", decimal_accumulated_volume: "dav" },
}

/** A row of ours under the keys of the wire, as far as a plain JSON parser can read it: it rounds nanoseconds. */
export const renamed = (row: unknown, keys: Readonly<Record<string, string>>): unknown => {
  if (typeof row === "bigint") return Number(row)
  if (Array.isArray(row) || typeof row !== "object" || row === null) return row
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [keys[name] ?? name, renamed(value, keys)]))
}

/** A bar of ours under the wire's names. */
export const wireBar = ({ close, high, low, open, timestamp, transactions, volume, vwap }: Bar) => ({
  v: volume,
  vw: vwap,
  o: open,
  c: close,
  h: high,
  l: low,
  t: timestamp,
  n: transactions,
})

type Indicators = "sma" | "ema" | "rsi" | "macd"

/** Requests under the names of the vendor's client, and under ours. */
const requests = [
  [{}, {}],
  [{ timestamp: "2024-03-08" }, { timestamp: "2024-03-08" }],
  [
    { timestampGte: "2024-03-04", timestampLt: "1710028800000", timespan: "hour", limit: 5000, order: "asc" },
    { "timestamp.gte": "2024-03-04", "timestamp.lt": 1_710_028_800_000, timespan: "hour", limit: 5000, order: "asc" },
  ],
  [
    { timestampGt: "2024-03-04", timestampLte: "2024-06-09", seriesType: "low", expandUnderlying: true, limit: 100 },
    {
      "timestamp.gt": "2024-03-04",
      "timestamp.lte": "2024-06-09",
      series_type: "low",
      expand_underlying: true,
      limit: 100,
    },
  ],
] as const

const windows: Record<Indicators, readonly [their: object, our: object]> = {
  sma: [{ window: 24 }, { window: 24 }],
  ema: [{ window: 24 }, { window: 24 }],
  rsi: [{ window: 7 }, { window: 7 }],
  macd: [
    { shortWindow: 3, longWindow: 10, signalWindow: 5 },
    { short_window: 3, long_window: 10, signal_window: 5 },
  ],
}

/** The vendor's client gets the values and bars that ours gets, of every indicator. */
export const assertIndicators = <E, R>(
  theirs: (name: Indicators, request: object) => Effect.Effect<{ readonly results?: unknown }>,
  ours: (
    name: Indicators,
    request: Indicator.IndicatorRequest,
  ) => Effect.Effect<Indicator.IndicatorPage<Indicator.MacdValue>, E, R>,
): Effect.Effect<void, E, R> =>
  Effect.gen(function* () {
    for (const name of ["sma", "ema", "rsi", "macd"] as const) {
      const [theirWindows, ourWindows] = windows[name]
      for (const [index, [their, our]] of requests.entries()) {
        const got = yield* theirs(name, { ...(index > 1 && theirWindows), ...their })
        const page = yield* ours(name, { ...(index > 1 && ourWindows), ...our })
        assert.isAtLeast(page.results.length, 1)
        const { aggregates, url } = page.underlying!
        assert.deepEqual<unknown>(got.results, {
          underlying: { ...(aggregates === undefined ? {} : { aggregates: aggregates.map(wireBar) }), url },
          values: page.results,
        })
      }
    }
  })
