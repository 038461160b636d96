import { MarketData } from "@candela/core"
import { Alternative, MerchantAggregate, MerchantRecord } from "@candela/alternative"
import { FetchHttpClient } from "@effect/platform"
import { Console, Effect, Layer, Stream } from "effect"

const program = Effect.gen(function* () {
  const alternative = yield* Alternative
  const request = { name: "tesco", user_country: "UK", "transaction_date.gte": "2025-05-01", limit: 3 } as const
  const { results } = yield* alternative.merchantAggregates(request)
  // to whom the merchant belonged on the day
  const parentOf = MerchantRecord.finder(yield* Stream.runCollect(alternative.merchantHierarchy.stream({})))
  for (const row of results)
    yield* Console.log(row.transaction_date, MerchantAggregate.spendPerThousand(row), parentOf(row)?.parent_name)
})

const Live = Alternative.layer.pipe(Layer.provide(MarketData.layerConfig()), Layer.provide(FetchHttpClient.layer))

await Effect.runPromise(Effect.provide(program, Live))
