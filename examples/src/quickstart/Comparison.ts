/**
 * The second part: a million synthetic minute bars over HTTP, read in four ways.
 */
import { Command } from "@effect/platform"
import { Console, Data, Effect, Schema } from "effect"
import { availableParallelism, loadavg } from "node:os"
import * as Processes from "./Processes.js"
import * as Scale from "./Scale.js"
import { count, indent, table } from "./Text.js"

/** Delay of each answer, milliseconds: typical for a distant service. */
const latency = 50

class Different extends Data.TaggedError("Different")<{ readonly detail: string }> {
  override get message(): string {
    return `two ways of reading the same bars differ: ${this.detail}`
  }
}

class ReadingFailed extends Data.TaggedError("ReadingFailed")<{ readonly way: Scale.Way }> {
  override get message(): string {
    return `reading the bars failed (${this.way}); see above`
  }
}

const same = (readings: ReadonlyArray<Scale.Reading>) =>
  Effect.forEach(readings, (reading) =>
    reading.rows === readings[0]!.rows && Math.abs(reading.volume / readings[0]!.volume - 1) < 1e-9
      ? Effect.void
      : new Different({ detail: `${count(reading.rows)} bars against ${count(readings[0]!.rows)}` }),
  )

/** Readings of each way, of which the fastest counts: other programs on the machine rarely delay all of them. */
const rounds = 3

const ways = ["fetch", "rows", "shardedRows", "shardedColumns"] as const

/** Reads the bars in a process of its own. */
const read = (way: Scale.Way, url: string, key: string) =>
  Command.make(process.execPath, Processes.read, way, url, key).pipe(
    Command.stderr("inherit"),
    Command.string,
    Effect.flatMap((text) => Schema.decode(Schema.parseJson(Scale.Reading))(text.trim())),
    Effect.mapError(() => new ReadingFailed({ way })),
  )

/** Reads the bars in four ways, and prints a table. */
export const run = (sandbox: string, key: string) =>
  Effect.gen(function* () {
    const url = yield* Processes.startKeptPages(sandbox, latency)
    yield* Console.log(
      "   The sandbox generates each page once, when it is read first; later reads get the stored page.\n",
    )
    const all = yield* Effect.replicateEffect(
      Effect.forEach(ways, (way) => read(way, url, key)),
      rounds,
    )
    yield* same(all.flat())
    const readings = ways.map((_, way) =>
      all.map((round) => round[way]!).reduce((one, other) => (other.milliseconds < one.milliseconds ? other : one)),
    )
    const [plain, pages, shards] = readings as [Scale.Reading, Scale.Reading, Scale.Reading]
    const [load] = loadavg()
    // Shards need both a waiting network and an idle core: a busy machine hides what they gain.
    const isDisturbed = shards.milliseconds > pages.milliseconds && load! > availableParallelism()
    const rows = readings.map(({ label, memory, milliseconds, requests, rows }) => [
      label,
      count(rows),
      (milliseconds / 1000).toFixed(2),
      count((rows / milliseconds) * 1000),
      isDisturbed ? "" : `${(plain.milliseconds / milliseconds).toFixed(2)} x`,
      `${count(memory)} MB`,
      requests === 0 ? "" : count(requests),
    ])
    yield* Console.log(
      `\n   Each response is delayed by ${latency} ms, as by a distant service. Each way reads ${rounds} times, in new processes;` +
        "\n   the fastest time counts, from the first request to the last row.\n",
    )
    yield* Console.log(indent(table([["", "bars", "seconds", "bars/s", "speed", "memory", "requests"], ...rows])))
    if (isDisturbed) {
      yield* Console.log(
        `\n   Another load was seen: ${load!.toFixed(1)} processes wanted one of ${availableParallelism()} cores in the last minute, so the` +
          "\n   times say little. Run ./scripts/quickstart again while nothing else runs.",
      )
    }
  })
