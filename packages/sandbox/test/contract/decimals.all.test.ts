import { timespans } from "@candela/market/Timespan"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Connection, connections, Tables } from "./support.js"

/** Stocks with splits one way and the other, one of large prices, and one in hundredths of a cent. */
const tickers = ["NVDA", "ODFL", "SPCE", "WMT", "BRK.A", "FNMA"]

/** Ranges with minutes, with a split inside, and of the day in progress. */
const ranges = ["2024-03-07/2024-03-12", "2025-06-26/2025-06-30"]

const multipliers: Partial<Record<(typeof timespans)[number], ReadonlyArray<number>>> = {
  second: [7],
  minute: [1, 45],
  hour: [4],
}

const paths = ["true", "false"].flatMap((adjusted) => [
  ...tickers.flatMap((ticker) => [
    ...timespans.flatMap((timespan) =>
      (multipliers[timespan] ?? [1, 2]).flatMap((multiplier) =>
        [...ranges, "2023-07-03/2025-06-30"]
          .filter((range) => ranges.includes(range) || multipliers[timespan] === undefined)
          .map(
            (range) =>
              `/v2/aggs/ticker/${ticker}/range/${multiplier}/${timespan}/${range}?limit=50000&adjusted=${adjusted}`,
          ),
      ),
    ),
    ...["2024-03-08", "2025-06-30"].map((date) => `/v1/open-close/${ticker}/${date}?adjusted=${adjusted}`),
    `/v2/aggs/ticker/${ticker}/prev?adjusted=${adjusted}`,
  ]),
  ...["2023-07-03", "2024-03-08", "2025-06-30"].map(
    (date) => `/v2/aggs/grouped/locale/us/market/stocks/${date}?include_otc=true&adjusted=${adjusted}`,
  ),
])

const text = (path: string) =>
  Effect.flatMap(Connection, ({ baseUrl, client }) =>
    client.get(baseUrl + path, { headers: { authorization: "Bearer key" } }).pipe(
      Effect.flatMap((response) => response.text),
      Effect.scoped,
    ),
  )

/** A number with a fraction, outside of strings. */
const fractions = /(?<=[:[,])-?\d+(?:\.\d+(?:[eE][+-]?\d+)?|[eE]-\d+)(?=[,}\]])/g

interface Row {
  readonly o: number
  readonly h: number
  readonly l: number
  readonly c: number
  readonly vw: number
}

describe("numbers", () => {
  layer(Layer.merge(connections["in process"], Tables), { excludeTestServices: true })((it) => {
    it.scoped("show at most four decimals in every answer about stocks, and prices lie between low and high", () =>
      Effect.gen(function* () {
        let found = 0
        for (const path of paths) {
          const answer = yield* text(path)
          const numbers = answer.match(fractions) ?? []
          found += numbers.length
          const noisy = numbers.filter((number) => !/^-?\d+\.\d{1,4}$/.test(number))
          assert.deepStrictEqual(noisy, [], path)
          const { results = [] } = JSON.parse(answer) as { readonly results?: ReadonlyArray<Row> }
          const broken = results.filter(({ c, h, l, o, vw }) => [o, c, vw].some((price) => price < l || price > h))
          assert.deepStrictEqual(broken, [], path)
        }
        assert.isAbove(found, 100_000)
      }),
    )
  })
})
