/**
 * What a panel of British debit cards spends at a merchant, week by week, and to whom the merchant belonged
 * then. The panel grows: spend per 1,000 panelists can be compared from week to week, totals cannot. The
 * join with the hierarchy is by the day of the transactions, so that the former owner keeps its weeks.
 */
import { Alternative, MerchantAggregate, MerchantRecord } from "@candela/alternative"
import { Sandbox } from "@candela/sandbox"
import { Console, Effect, Layer, Number, Stream } from "effect"

const name = "royal mail"

/** The Monday of a date's week. */
const weekOf = (date: string) => {
  const day = new Date(date)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  return day.toISOString().slice(0, 10)
}

const columns = (...cells: ReadonlyArray<string>) => cells.map((cell) => cell.padStart(14)).join("")

const program = Effect.gen(function* () {
  const alternative = yield* Alternative

  const { results: records } = yield* alternative.merchantHierarchy({ lookup_name: name })
  const recordOf = MerchantRecord.finder(records)

  yield* Console.log(`what was spent at ${name} (synthetic)`)
  yield* Console.log(columns("week from", "pounds", "per 1,000", "ticker") + "  owner")
  yield* alternative.merchantAggregates
    .stream({
      name,
      user_country: "UK",
      consumer_type: "consumer_debit",
      "transaction_date.gte": "2025-05-05",
      "transaction_date.lte": "2025-06-22",
      sort: "transaction_date.asc",
    })
    .pipe(
      Stream.groupAdjacentBy(({ transaction_date: date = "" }) => weekOf(date)),
      Stream.runForEach(([week, aggregates]) => {
        const days = [...aggregates]
        const pounds = Number.sumAll(days.map(({ total_spend = 0 }) => -total_spend))
        const perThousand = Number.sumAll(days.map((day) => -(MerchantAggregate.spendPerThousand(day) ?? 0)))
        const record = recordOf(days[0]!)
        const owner = record?.great_grandparent_name ?? record?.grandparent_name ?? "unknown"
        const ticker = record?.ticker ?? "not listed"
        return Console.log(`${columns(week, pounds.toFixed(0), perThousand.toFixed(0), ticker)}  ${owner}`)
      }),
    )
})

await Effect.runPromise(Effect.provide(program, Alternative.layer.pipe(Layer.provide(Sandbox.layer()))))
