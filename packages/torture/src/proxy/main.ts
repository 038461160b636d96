/**
 * The program of the faulty proxy between a client and a service. Its only argument is the {@link Settings} as JSON.
 */
import * as NodeClient from "@candela/node/NodeClient"
import * as Server from "@candela/sandbox/http/Server"
import type { HttpResponse, Service } from "@candela/sandbox/http/Service"
import * as Fault from "@candela/testing/Fault"
import * as Faults from "@candela/testing/Faults"
import * as HttpClient from "@effect/platform/HttpClient"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Console, Effect, Random, Schema } from "effect"
import * as Relay from "./Relay.js"
import { Report, Settings } from "./Settings.js"
import * as Wire from "./Wire.js"

/** To how many bytes an answer is padded. */
const oversize = 1024 * 1024

/** Number of answers to keep. */
const most = 10_000

/**
 * Sends each request to the upstream, and pads some of the answers. What was answered before is
 * kept, so that faults and clients take up the time.
 */
const forward = (client: HttpClient.HttpClient, { oversized, seed, upstream }: typeof Settings.Type): Service => {
  const kept = new Map<string, HttpResponse>()
  return {
    handle: ({ headers, url }) =>
      Effect.gen(function* () {
        const path = url === undefined ? "/" : url.pathname + url.search
        const { accept = "*/*", authorization = "", host = "" } = headers
        const before = kept.get(`${authorization} ${path}`)
        if (before !== undefined) return before
        const response = yield* client.get(upstream + path, {
          headers: { accept, authorization, host, "accept-encoding": "identity" },
        })
        const text = yield* response.text
        const pads =
          response.status === 200 && (yield* Effect.withRandom(Random.next, Random.make(`${seed} ${path}`))) < oversized
        const answer = {
          status: response.status,
          headers: { "content-type": response.headers["content-type"] },
          body: pads ? text + " ".repeat(oversize) : text,
        }
        if (response.status === 200 && !pads && kept.size < most) kept.set(`${authorization} ${path}`, answer)
        return answer
      }).pipe(Effect.orDie),
  }
}

const count = (names: ReadonlyArray<string>) => {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

const main = Effect.gen(function* () {
  const settings = yield* Schema.decode(Schema.parseJson(Settings))(process.argv[2] ?? "")
  const { seed } = settings
  const ways = <Name extends string>(isOne: (name: string) => name is Name) =>
    Object.fromEntries(Object.entries(settings.ways).filter(([name]) => isOne(name))) as Record<
      Name,
      number | undefined
    >
  const faults = yield* Faults.make({
    seed,
    faults: ways(Fault.isName),
    foreign: settings.foreign,
    latency: "200 millis",
    retryAfter: "1 second",
  })
  const client = yield* HttpClient.HttpClient
  const service = yield* Server.serve(forward(client, settings), { grace: 0 }, faults)
  const relay = yield* Relay.make({ port: Number(service.port), seed, faults: ways(Wire.isName) })
  const report = Effect.map(faults.met, (met) => ({
    requests: relay.requests(),
    connections: relay.connections(),
    met: count([...met.map(({ fault }) => fault), ...relay.met]),
  }))
  const reporter = yield* Server.serve(
    {
      handle: () =>
        report.pipe(
          Effect.flatMap(Schema.encode(Schema.parseJson(Report))),
          Effect.map((body) => ({ status: 200, headers: {}, body })),
          Effect.orDie,
        ),
    },
    { grace: 0 },
  )
  yield* Console.log(`Listening on ${relay.url}, reporting on ${reporter.origin}`)
  return yield* Effect.never
})

NodeRuntime.runMain(main.pipe(Effect.scoped, Effect.provide(NodeClient.layerWith({ connections: 64 }))))
