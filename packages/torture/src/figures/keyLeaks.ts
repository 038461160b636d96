/** Searches for the key in everything that a program emits or stores. */
import { MarketData } from "@candela/core/MarketData"
import * as Retry from "@candela/core/Retry"
import { Stocks } from "@candela/stocks/Stocks"
import * as Recorder from "@candela/testing/Recorder"
import * as Command from "@effect/platform/Command"
import * as FileSystem from "@effect/platform/FileSystem"
import type { HttpClient } from "@effect/platform/HttpClient"
import { Cause, Chunk, Effect, Exit, Layer, Option, Stream } from "effect"
import * as Clients from "../Clients.js"
import type { Figure } from "../Figure.js"
import * as Echo from "../leaks/Echo.js"
import * as Live from "../leaks/live.js"
import * as Files from "../leaks/files.js"
import * as Needle from "../leaks/Needle.js"
import * as Program from "../leaks/program.js"
import * as Witness from "../leaks/Witness.js"
import * as Loopback from "../Loopback.js"
import * as SandboxProcess from "../SandboxProcess.js"

type Found = readonly [what: string, text: string]

/** Cassettes, a cache and checkpoints, on a client. */
const program = (client: Layer.Layer<HttpClient>, folder: string, apiKey: string, baseUrl: string) => {
  const recorded = Recorder.record("cassette.json").pipe(Layer.provide([client, Program.store(folder, "cassettes")]))
  const connection = MarketData.layer({ baseUrl, apiKey, retry: Retry.make({ times: 1, base: "1 millis" }) })
  return Program.layer(folder, Layer.provide(connection, recorded))
}

/**
 * Streams one of the service's responses as pages and as rows, and returns everything that results, except the rows.
 */
const call = (number: number) =>
  Effect.gen(function* () {
    const { bars } = yield* Stocks
    const request = { ...Program.range, stocksTicker: `W${number}` }
    const exit = yield* Effect.exit(
      Stream.runCollect(bars.pages(request)).pipe(
        Effect.zipLeft(Stream.runDrain(bars.stream(request, { checkpoint: `W${number}` }))),
        Effect.tapErrorCause((cause) => Effect.logError("the call failed", cause)),
      ),
    )
    if (Exit.isSuccess(exit)) {
      const places = Chunk.filterMap(exit.value, ({ checkpoint }) => Option.fromNullable(checkpoint))
      return [["a checkpoint", Witness.shown(Chunk.toReadonlyArray(places))]] as ReadonlyArray<Found>
    }
    const error = Cause.failureOption(exit.cause)
    yield* Effect.logFatal(exit.cause)
    return [
      ["an error", Witness.shown(Option.getOrUndefined(error)) + JSON.stringify(Option.getOrUndefined(error))],
      ["a cause", Cause.pretty(exit.cause, { renderErrorCause: true }) + Witness.shown(exit.cause)],
    ] as ReadonlyArray<Found>
  })

/** The traces of calls to a service that repeats the key. */
const clients = (apiKey: string, folder: string) =>
  Effect.gen(function* () {
    const foreign = yield* Loopback.trap
    const origin = yield* Echo.serve(foreign.origin)
    const found: Array<Found> = []
    for (const [name, client] of Object.entries(Clients.all)) {
      const witness = Witness.make()
      const calls = Effect.forEach(Echo.names, (_, number) => call(number))
      const shown = yield* calls.pipe(
        Effect.provide(program(client, `${folder}/${name}`, apiKey, origin)),
        witness.watch,
      )
      found.push(...shown.flat(), ...(yield* witness.notes))
    }
    return { found, connections: foreign.connections() }
  })

/** The sandbox's log of requests with the key, parts of it, and the key in wrong places. */
const sandboxLog = (apiKey: string, format: "text" | "json") =>
  Effect.gen(function* () {
    const args = ["--port", "0", "--data", SandboxProcess.directory, "--now", SandboxProcess.fewDays]
    const process_ = yield* Command.start(
      Command.make(process.execPath, SandboxProcess.command, ...args, "--key", apiKey, "--log", format),
    )
    const lines = (stream: typeof process_.stdout) => Stream.splitLines(Stream.decodeText(stream))
    const listening = Stream.filterMap(lines(process_.stdout), (line) =>
      Option.fromNullable(/^Listening on (\S+)$/.exec(line)?.[1]),
    )
    const origin = Option.getOrThrow(yield* Stream.runHead(listening))
    const path = "/v1/open-close/AAPL/2023-07-05"
    const encoded = encodeURIComponent(apiKey)
    const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
    const asked: ReadonlyArray<readonly [path: string, headers?: Record<string, string>]> = [
      [path, bearer(apiKey)],
      [`${path}?apiKey=${encoded}`],
      [`${path}?APIKEY=${encoded}&adjusted=${encoded}`],
      [path, bearer(`${apiKey}x`)],
      [path, bearer(apiKey.slice(1))],
      [`/v1/open-close/${encoded}/2023-07-05`, bearer(apiKey)],
      [`/${encoded}`, bearer(apiKey)],
      [`${path}?${encoded}=1`, { ...bearer(apiKey), "user-agent": apiKey, "x-request-id": apiKey }],
      ["/last", bearer(apiKey)],
    ]
    for (const [path, headers = {}] of asked) {
      yield* Effect.promise(async () => (await fetch(origin + path, { headers })).arrayBuffer())
    }
    const log = Stream.takeUntil(lines(process_.stderr), (line) => line.includes("/last"))
    return Array.from(yield* Stream.runCollect(log)).map((line): Found => [`the sandbox's log (${format})`, line])
  }).pipe(Effect.scoped)

export const keyLeaks: Figure = {
  name: "key-leaks",
  what: `the key, searched for after calls to a service that repeats it in ${Echo.names.length - 1} ways, and on its live channel in ${Live.names.length}`,
  bound:
    "found 0 times, nor any part of 6 characters: in logs, spans, metrics, errors, inspect, cassettes, recordings, caches, checkpoints, the sandbox's logs; 0 requests to a foreign origin",
  run: ({ seed }) =>
    Effect.gen(function* () {
      const apiKey = Needle.key(String(seed))
      const needle = Needle.make(apiKey)
      const folder = yield* Effect.flatMap(FileSystem.FileSystem, (files) => files.makeTempDirectoryScoped())
      const { connections, found } = yield* clients(apiKey, folder)
      found.push(...(yield* Live.traces(apiKey)))
      const files = yield* Files.texts(folder)
      const logs = yield* Effect.forEach(["text", "json"] as const, (format) => sandboxLog(apiKey, format))
      const searched = [...found, ...files.map(([path, text]): Found => [`the file ${path}`, text]), ...logs.flat()]
      const leaks = searched.flatMap(([what, text]) => {
        const around = needle.find(text)
        return around === undefined ? [] : [`seed ${seed}: ${what} holds a part of the key: ${around}`]
      })
      const places = ["cassettes", "cache", "checkpoints"].filter(
        (name) => !files.some(([path]) => path.includes(name)),
      )
      return {
        measured: `${searched.length} texts, ${files.length} of them files, ${logs.flat().length} lines of the sandbox's log: ${leaks.length} parts found, ${connections} foreign connections`,
        violations: [
          ...leaks,
          ...(connections === 0 ? [] : [`${connections} connections to a foreign origin`]),
          // An empty search proves nothing.
          ...places.map((name) => `nothing was written to ${name}`),
        ],
      }
    }),
}
