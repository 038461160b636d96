/**
 * A process that syncs a store of lines of JSON in an object store, and prints a line for each part
 * that is done: address, bucket with prefix, keys and number of tickers are its arguments. With a
 * fifth one it prints `stop` and stops itself before the change of a manifest with that number.
 */
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as HttpClient from "@effect/platform/HttpClient"
import { Console, Effect, Layer, Logger, Redacted } from "effect"
import { writeSync } from "node:fs"
import * as Bucket from "../../src/internal/store/objects/bucket.js"
import * as Client from "../../src/internal/store/objects/client.js"
import * as Place from "../../src/internal/store/objects/place.js"
import * as Signer from "../../src/internal/store/objects/signer.js"
import * as Service from "../../src/internal/store/service.js"
import { bar, days, lines, service, stocks, supply } from "../store/support.js"

const [, , endpoint, where, keys, count, stopAt] = process.argv

const [bucketName, ...prefix] = where!.split("/")

const [accessKeyId, secretAccessKey] = keys!.split(" ")

const tickers = Array.from({ length: Number(count) }, (_, index) => `T${index}`)

const daily = days("2019-06-01", "2023-06-30").map((day) => bar(day))

let changes = 0

/** Stops the process once a change of a manifest has been signed, and before it is sent. */
const stopping = HttpClient.tapRequest((request: { readonly method: string; readonly url: string }) =>
  Effect.sync(() => {
    if (request.method === "PUT" && request.url.endsWith("_manifest.json") && ++changes === Number(stopAt)) {
      writeSync(1, "stop\n")
      process.kill(process.pid, "SIGSTOP")
    }
  }),
)

const store = Effect.gen(function* () {
  const bucket = yield* Bucket.of({
    bucket: bucketName!,
    prefix: prefix.join("/"),
    endpoint: endpoint!,
    credentials: { accessKeyId: accessKeyId!, secretAccessKey: Redacted.make(secretAccessKey!) },
  })
  const sign = Signer.make(yield* Signer.load(bucket.root), bucket)
  return Service.make({ ...Place.make(bucket, yield* Client.make(bucket, sign)), format: lines })
}).pipe(
  Effect.provide(Layer.effect(HttpClient.HttpClient, Effect.map(HttpClient.HttpClient, stopping))),
  Effect.provide(FetchHttpClient.layer),
)

Effect.flatMap(store, (store) =>
  store.sync(
    stocks(tickers),
    { from: "2019-06-01", to: "2023-06-30" },
    { onProgress: ({ period, ticker }) => Console.log(`${ticker} ${period}`) },
  ),
).pipe(
  Effect.zipRight(Console.log("end")),
  Effect.provide(
    Layer.merge(
      service(supply({ bars: () => daily, splits: (ticker) => [{ ticker, execution_date: "2020-08-31" }] })),
      Logger.remove(Logger.defaultLogger),
    ),
  ),
  Effect.runFork,
)
