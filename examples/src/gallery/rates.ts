/** Real rates: what overnight money costs less inflation, month by month. */
import { Economy } from "@candela/economy"
import { Sandbox } from "@candela/sandbox"
import { Chunk, Console, Effect, Layer, Number, Stream } from "effect"
import * as Picture from "./Picture.js"

const range = { "date.gte": "2022-01-01", "date.lte": "2025-05-31" }

const program = Effect.gen(function* () {
  const economy = yield* Economy
  const nominal = economy.fundingConditions.stream(range).pipe(
    Stream.filter(({ effective_fed_funds_rate: rate }) => rate !== undefined),
    Stream.groupAdjacentBy(({ date }) => date.slice(0, 7)),
    Stream.map(([month, days]) => {
      const rates = Chunk.toReadonlyArray(days).map(({ effective_fed_funds_rate: rate = 0 }) => rate)
      return [month, Number.sumAll(rates) / rates.length] as const
    }),
    Stream.runCollect,
  )
  const [inflation, byMonth] = yield* Effect.all([Stream.runCollect(economy.inflation.stream(range)), nominal], {
    concurrency: 2,
  })
  const rateIn = new Map(byMonth)
  const months = Chunk.toReadonlyArray(inflation)
    .flatMap(({ cpi_year_over_year: inflation, date }) => {
      const month = date.slice(0, 7)
      const rate = rateIn.get(month)
      return inflation === undefined || rate === undefined ? [] : [{ month, inflation, rate, real: rate - inflation }]
    })
    .sort((one, other) => (one.month < other.month ? -1 : 1))
  const last = months.at(-1)!
  yield* Console.log(`${months.length} months to ${last.month}, percent (synthetic)`)
  yield* Console.log(
    `overnight ${last.rate.toFixed(2)}, inflation ${last.inflation.toFixed(2)}, real ${last.real.toFixed(2)}`,
  )
  yield* Console.log(`months with a negative real rate: ${months.filter(({ real }) => real < 0).length}`)

  const { bottom, left, right, top } = Picture.plot
  const span = Picture.spanOf(months.flatMap(({ inflation, rate, real }) => [inflation, rate, real]))
  const x = Picture.scale([0, months.length - 1], [left, right])
  const y = Picture.scale(span, [bottom, top])
  const series = (["rate", "inflation", "real"] as const).map((name, index) =>
    Picture.line(
      months.map((month, at) => [x(at), y(month[name])]),
      Picture.colours[index]!,
      name === "real" ? 3 : 1.5,
    ),
  )
  yield* Picture.save(
    "rates",
    Picture.card(
      "The real rate, percent",
      "Three lines: the overnight rate, inflation, and the difference of both.",
      Picture.axis(span, (value) => value.toFixed(0)),
      ...series,
      Picture.legend([
        ["overnight", Picture.colours[0]],
        ["inflation", Picture.colours[1]],
        ["real", Picture.colours[2]],
      ]),
      Picture.below(months.map(({ month }, index) => [x(index), month])),
    ),
  )
})

await Effect.runPromise(Effect.provide(program, Economy.layer.pipe(Layer.provide(Sandbox.layer()))))
