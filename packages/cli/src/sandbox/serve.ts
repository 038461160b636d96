import * as Foreign from "@candela/core/internal/Foreign"
import { stocks } from "@candela/market/Market"
import * as Dataset from "@candela/sandbox/dataset/Dataset"
import * as RequestLog from "@candela/sandbox/http/RequestLog"
import type { ListenError } from "@candela/sandbox/http/Server"
import type * as Import from "@candela/sandbox/import/Import"
import { defaultKeys, Sandbox } from "@candela/sandbox/Sandbox"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as HashSet from "effect/HashSet"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import type { Scope } from "effect/Scope"
import * as Preparing from "../progress/Preparing.js"
import { type ClosedPipe, Terminal } from "../terminal/Terminal.js"
import { banner } from "./banner.js"
import type { SandboxValues } from "./Options.js"

/** Writes a line on standard error. */
type Tell = (line: string) => Effect.Effect<void>

/** Formatters of a request in the log. */
const lines = { text: RequestLog.text, json: RequestLog.json, none: undefined }

/** Formats an instant for `--now`, in New York's time. */
const instant = (now: DateTime.DateTime.Input | "wall"): string =>
  now === "wall"
    ? now
    : DateTime.formatIsoOffset(DateTime.unsafeMakeZoned(now, { timeZone: stocks.zone })).replace(".000", "")

/** Notes on unused parts of the imported files, one per line. */
const notes = (imported: ReadonlyArray<Import.Imported>) =>
  imported.flatMap(({ columns, file, unmapped }) => [
    ...(unmapped.length === 0 ? [] : [`${file}: columns that were not imported: ${unmapped.join(", ")}.`]),
    ...(columns["volume"] === undefined ? [`${file}: there is no column of volumes, so they are 0.`] : []),
  ])

/** Logs of the service besides its requests, with the time: it may run for days. */
const logged = (tell: Tell) =>
  Effect.locally(
    FiberRef.currentLoggers,
    HashSet.make(Logger.make((entry) => Effect.runFork(tell(Logger.stringLogger.log(entry))))),
  )

/** Serves with the options, and prints a banner. It ends on interruption. */
export const serve = (
  values: SandboxValues,
): Effect.Effect<never, Sandbox.Error | ListenError | ClosedPipe, Terminal | Scope> =>
  Effect.gen(function* () {
    const { err, out } = yield* Terminal
    const tell: Tell = (line) => Effect.ignore(err.write(`${Foreign.lines(line)}\n`))
    const { data, dataset, fault, host, key, lapses, latency, log, now, port, rate, seed } = values
    const keys = key.length === 0 ? defaultKeys : Object.fromEntries(key)
    const toLine = lines[log]
    const speed = values["live-speed"]
    const live = speed === undefined ? undefined : { speed, from: values["live-from"] }
    const options: Sandbox.ServerOptions = {
      ...{ dataset, seed, now, keys, rate, latency, faults: fault, lapses, imports: values.import, directory: data },
      ...{ live, port, host, hostNames: values["host-name"], cors: values.cors, gzip: !values["no-gzip"] },
      log: toLine && ((entry) => tell(toLine(entry))),
    }
    const context = yield* Preparing.around((onProgress) =>
      logged(tell)(Layer.build(Sandbox.layerServer({ ...options, onProgress }))),
    )
    const { baseUrl, imported, tickers } = Context.get(context, Sandbox)
    yield* Effect.forEach(notes(imported), tell)
    const present = instant(now ?? Dataset.defaultNow)
    const served = banner({ dataset, seed, baseUrl, imported, keys, now: present, speed, tickers: yield* tickers })
    yield* out.write(`${served}\n`)
    return yield* Effect.never
  })
