/** Effect's `HttpClient` without Candela. */
import * as NodeClient from "@candela/node/NodeClient"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as Undici from "@effect/platform-node/Undici"
import { Effect, Layer, Option, Stream } from "effect"
import { drain, history, type Trial } from "../../Contender.js"
import { schemaPages } from "../wire/schemaPages.js"
import { firstPage, type HistoryInput, Tally } from "./history.js"

const decode = HttpClientResponse.schemaBodyJson(schemaPages.bars)

const pool = Layer.scoped(
  NodeHttpClient.Dispatcher,
  Effect.acquireRelease(
    Effect.sync(() => new Undici.Agent({ connections: 16 })),
    (agent) => Effect.promise(() => agent.destroy()),
  ),
)

/** Over a bounded undici pool, each page decoded by `schemaBodyJson`. */
export const schema: Trial<HistoryInput> = (input) =>
  history(() =>
    Effect.flatMap(HttpClient.HttpClient, (client) =>
      Stream.paginateEffect(firstPage(input), (url) =>
        client.get(url).pipe(
          Effect.flatMap(decode),
          Effect.map((page) => [page.results ?? [], Option.fromNullable(page.next_url)] as const),
        ),
      ).pipe(
        Stream.runFold({ rows: 0, volume: 0 }, (sum, bars) => ({
          rows: sum.rows + bars.length,
          volume: bars.reduce((volume, bar) => volume + bar.v, sum.volume),
        })),
      ),
    ).pipe(Effect.provide(NodeHttpClient.layerUndiciWithoutDispatcher.pipe(Layer.provide(pool))), Effect.runPromise),
  )

/** Over the layer that Candela uses on Node, reading the bytes of every page and nothing else. */
export const drained: Trial<HistoryInput> = (input) =>
  drain(() =>
    Effect.gen(function* () {
      const client = yield* HttpClient.HttpClient
      const tally = new Tally()
      for (let url: string | undefined = firstPage(input); url !== undefined; url = tally.next()) {
        const response = yield* client.get(url)
        yield* Stream.runForEachChunk(response.stream, (chunks) =>
          Effect.sync(() => {
            for (const chunk of chunks) tally.add(chunk)
          }),
        )
      }
      return tally.bytes
    }).pipe(Effect.provide(NodeClient.layer), Effect.runPromise),
  )
