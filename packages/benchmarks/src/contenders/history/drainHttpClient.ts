/** Reads the bytes of every page through the `HttpClient` layer that Candela uses on Node, and does nothing with them. */
import * as NodeClient from "@candela/node/NodeClient"
import * as HttpClient from "@effect/platform/HttpClient"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { drain, type Run } from "../../Contender.js"
import { firstPage, type HistoryInput, Tally } from "./history.js"

export const run: Run<HistoryInput> = (input) =>
  drain(() =>
    Effect.gen(function* () {
      const client = yield* HttpClient.HttpClient
      const tally = new Tally()
      for (let url: string | undefined = firstPage(input); url !== undefined; url = tally.next()) {
        const response = yield* client.get(url)
        yield* Stream.runForEachChunk(response.stream, (chunks) =>
          Effect.sync(() => {
            for (const chunk of chunks) {
              tally.add(chunk)
            }
          }),
        )
      }
      return tally.bytes
    }).pipe(Effect.provide(NodeClient.layer), Effect.runPromise),
  )
