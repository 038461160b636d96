/** Effect's `HttpClient` over a bounded undici pool, each page decoded by `schemaBodyJson`. */
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as Undici from "@effect/platform-node/Undici"
import { Effect, Layer, Option, Stream } from "effect"
import { history, type Run } from "../../Contender.js"
import { firstPage, type HistoryInput } from "./history.js"
import { schemaPages } from "../pages/schemaPages.js"

const decode = HttpClientResponse.schemaBodyJson(schemaPages.bars)

const program = (input: HistoryInput) =>
  Effect.gen(function* () {
    const client = yield* HttpClient.HttpClient
    return yield* Stream.paginateEffect(firstPage(input), (url) =>
      client.get(url).pipe(
        Effect.flatMap(decode),
        Effect.map((page) => [page.results ?? [], Option.fromNullable(page.next_url)] as const),
      ),
    ).pipe(
      Stream.runFold({ rows: 0, volume: 0 }, (sum, bars) => ({
        rows: sum.rows + bars.length,
        volume: bars.reduce((volume, bar) => volume + bar.v, sum.volume),
      })),
    )
  })

const pool = Layer.scoped(
  NodeHttpClient.Dispatcher,
  Effect.acquireRelease(
    Effect.sync(() => new Undici.Agent({ connections: 16 })),
    (agent) => Effect.promise(() => agent.destroy()),
  ),
)

export const run: Run<HistoryInput> = (input) =>
  history(() =>
    program(input).pipe(
      Effect.provide(NodeHttpClient.layerUndiciWithoutDispatcher.pipe(Layer.provide(pool))),
      Effect.runPromise,
    ),
  )
