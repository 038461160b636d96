/**
 * Makes the methods of a live service from its topics.
 *
 * @module
 */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import type * as Live from "../Live.js"
import { LiveConnection } from "../LiveConnection.js"
import type { MarketData } from "../MarketData.js"
import type * as Topic from "./Topic.js"

/** Layer of a live service with the methods of {@link make}. */
export const layer = <I, const T extends Topic.Topics>(
  tag: Context.Tag<I, NoInfer<Live.Methods<T>>>,
  topics: T,
): Layer.Layer<I, never, LiveConnection | MarketData> => Layer.effect(tag, make(topics))

/** Makes the methods of topics on the live connection of the context. */
export const make = <const T extends Topic.Topics>(
  topics: T,
): Effect.Effect<Live.Methods<T>, never, LiveConnection | MarketData> =>
  Effect.map(
    LiveConnection,
    ({ subscribe }) =>
      Object.fromEntries(
        Object.entries(topics).map(([method, topic]) => [
          method,
          (...call: [ReadonlyArray<string> | "*", Live.Options?]) =>
            subscribe(topic, ...call).pipe(
              Stream.mapConcat((signal): Iterable<unknown> => (signal._tag === "Rows" ? signal.rows : [])),
            ),
        ]),
      ) as unknown as Live.Methods<T>,
  )
