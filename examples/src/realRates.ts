/**
 * Economic series side by side: how much prices rose in a year, how much they are expected to rise,
 * and what overnight money costs, in percent. Two of the series have a row a month, the third one a
 * day. The real rate is the effective rate less inflation.
 */
import { Economy } from "@candela/economy"
import { Sandbox } from "@candela/sandbox"
import { Chunk, Console, Effect, Layer, Stream } from "effect"

const months = { "date.gte": "2024-06-01", "date.lte": "2025-05-01" }
const days = { "date.gte": "2024-06-01", "date.lte": "2025-05-31" }

const columns = (...cells: ReadonlyArray<string>) => cells.map((cell) => cell.padStart(13)).join("")
const percent = (value: number | undefined) => value?.toFixed(2) ?? "-"

const program = Effect.gen(function* () {
  const economy = yield* Economy

  const funding = economy.fundingConditions.stream(days).pipe(
    Stream.groupAdjacentBy(({ date }) => date.slice(0, 7)),
    Stream.runCollect,
    Effect.map((byMonth) => new Map(byMonth)),
  )
  const [inflation, expectations, fundingOf] = yield* Effect.all(
    [economy.inflation(months), economy.inflationExpectations(months), funding],
    { concurrency: "unbounded" },
  )
  const expectedIn = new Map(expectations.results.map((month) => [month.date, month]))

  yield* Console.log(columns("percent", "inflation", "5 years", "10 years", "target band", "effective", "real"))
  yield* Console.log(columns("(synthetic)", "past year", "breakeven", "breakeven", "end of month", "mean", "rate"))
  for (const { cpi_year_over_year: inflated = NaN, date } of inflation.results) {
    const rates = fundingOf.get(date.slice(0, 7))
    if (rates === undefined) continue
    const { fed_funds_target_lower: lower, fed_funds_target_upper: upper } = Chunk.lastNonEmpty(rates)
    const effective = Chunk.reduce(rates, 0, (sum, day) => sum + (day.effective_fed_funds_rate ?? NaN)) / rates.length
    yield* Console.log(
      columns(
        date.slice(0, 7),
        percent(inflated),
        percent(expectedIn.get(date)?.market_5_year),
        percent(expectedIn.get(date)?.market_10_year),
        `${percent(lower)}-${percent(upper)}`,
        percent(effective),
        percent(effective - inflated),
      ),
    )
  }
})

await Effect.runPromise(Effect.provide(program, Economy.layer.pipe(Layer.provide(Sandbox.layer()))))
