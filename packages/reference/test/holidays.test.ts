/** Holidays are the only document that is the array of rows. */
import { MarketData } from "@candela/core/MarketData"
import * as UnknownFields from "@candela/core/UnknownFields"
import { Reference } from "@candela/reference"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Metric, MetricState } from "effect"

it.effect("holidays have their unknown fields counted by paths from the array", () =>
  Effect.gen(function* () {
    const counting = Reference.layer.pipe(
      Layer.provide(UnknownFields.layer),
      Layer.provide(MarketData.layer({ baseUrl: "http://service.test", apiKey: "a-key-of-a-test" })),
      Layer.provide(ScriptedTransport.layer(() => ScriptedTransport.text('[{"name":"A","venue":1}]'))),
    )
    yield* Effect.provide(
      Effect.flatMap(Reference, (reference) => reference.marketHolidays({})),
      counting,
    )
    const all = yield* Metric.snapshot
    assert.isTrue(
      all.some(
        ({ metricKey, metricState }) =>
          metricKey.name === "candela_unknown_fields_total" &&
          metricKey.tags.some(({ value }) => value === "reference.marketHolidays") &&
          MetricState.isCounterState(metricState) &&
          Number(metricState.count) === 1,
      ),
    )
  }),
)
