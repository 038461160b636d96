/**
 * Economic series side by side: how much prices rose in a year, and what overnight money costs, in percent. One of the series has a row
 * a month, the other one a day. The real rate is the effective rate less inflation.
 */
import { Economy } from "@candela/economy"
import { Sandbox } from "@candela/sandbox"
import { Chunk, Console, Effect, Layer, Stream } from "effect"

const months = { "date.gte": "2024-06-01", "date.lte": "2025-05-01" }
const days = { "date.gte": "2024-06-01", "date.lte": "2025-05-31" }

const columns = (...cells: ReadonlyArray<string>) => cells.map((cell) => cell.padStart(14)).join("")
const percent = (value: number | undefined) => value?.toFixed(2) ?? "-"

const program = Effect.gen(function* () {
  const economy = yield* Economy

  const funding = economy.fundingConditions.stream(days).pipe(
    Stream.groupAdjacentBy(({ date }) => date.slice(0, 7)),
    Stream.runCollect,
    Effect.map((byMonth) => new Map(byMonth)),
  )
  const [inflation, fundingOf] = yield* Effect.all([economy.inflation(months), funding], { concurrency: "unbounded" })

  yield* Console.log(columns("percent", "inflation", "target band", "effective", "real"))
  yield* Console.log(columns("(synthetic)", "past year", "end of month", "mean", "rate"))
  for (const { cpi_year_over_year: inflated = NaN, date } of inflation.results) {
    const rates = fundingOf.get(date.slice(0, 7))
    if (rates === undefined) continue
    const { fed_funds_target_lower: lower, fed_funds_target_upper: upper } = Chunk.lastNonEmpty(rates)
    const effective = Chunk.reduce(rates, 0, (sum, day) => sum + (day.effective_fed_funds_rate ?? NaN)) / rates.length
    yield* Console.log(
      columns(
        date.slice(0, 7),
        percent(inflated),
        `${percent(lower)}-${percent(upper)}`,
        percent(effective),
        percent(effective - inflated),
      ),
    )
  }
})

await Effect.runPromise(Effect.provide(program, Economy.layer.pipe(Layer.provide(Sandbox.layer()))))
