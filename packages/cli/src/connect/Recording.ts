/**
 * Records the requests of a command into a cassette, or answers them from one.
 *
 * @module
 */
import { MarketData } from "@candela/core/MarketData"
import { FileSystem } from "@effect/platform/FileSystem"
import type { HttpClient } from "@effect/platform/HttpClient"
import * as KeyValueStore from "@effect/platform/KeyValueStore"
import type * as PlatformError from "@effect/platform/Error"
import { Path } from "@effect/platform/Path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Failed } from "../command/Failed.js"
import * as Private from "../output/Private.js"
import { Terminal } from "../terminal/Terminal.js"
import * as Cassette from "./Cassette.js"
import { Settings } from "./Settings.js"

/** Store with the one file of a cassette, whatever the key. The file is replaced as a whole. */
const fileStore = (file: string, onWritten = Effect.void) =>
  Layer.effect(
    KeyValueStore.KeyValueStore,
    Effect.map(Effect.all([FileSystem, Path]), ([fs, path]) => {
      const beside = path.join(path.dirname(file), `.${path.basename(file)}.new`)
      const isAbsent = (error: PlatformError.PlatformError) =>
        error._tag === "SystemError" && error.reason === "NotFound"
      return KeyValueStore.makeStringOnly({
        get: () =>
          fs.readFileString(file).pipe(
            Effect.asSome,
            Effect.catchIf(isAbsent, () => Effect.succeedNone),
          ),
        set: (_, text) =>
          Effect.zipRight(
            Effect.provideService(Private.write(beside, text), FileSystem, fs),
            fs.rename(beside, file),
          ).pipe(
            Effect.onError(() => Effect.ignore(fs.remove(beside, { force: true }))),
            Effect.zipRight(onWritten),
          ),
        remove: () => fs.remove(file, { force: true }),
        clear: fs.remove(file, { force: true }),
        size: Effect.map(
          Effect.orElseSucceed(fs.exists(file), () => false),
          Number,
        ),
      })
    }),
  )

const recorder = Effect.promise(() => import("@candela/testing/Recorder"))

/**
 * Wraps a connection's client to record its exchanges, if the command says so. Below the key, which
 * stays out even where the service repeats it.
 */
export const around = <E, R>(
  client: Layer.Layer<HttpClient, E, R>,
): Layer.Layer<HttpClient, E, R | FileSystem | Path | Terminal> =>
  Layer.unwrapEffect(
    Effect.gen(function* () {
      const cassette = yield* Cassette.Current
      if (cassette?.mode !== "record") return client
      const { file } = cassette
      const [{ err }, { quiet }, Recorder] = yield* Effect.all([Terminal, Settings, recorder])
      let exchanges = 0
      const counted = fileStore(
        file,
        Effect.sync(() => void exchanges++),
      )
      const told = Layer.scopedDiscard(
        Effect.addFinalizer(() => {
          const recorded = `${exchanges} ${exchanges === 1 ? "exchange" : "exchanges"} recorded in ${file}`
          const line = exchanges === 0 ? `Nothing was sent: ${file} is not written` : recorded
          return quiet ? Effect.void : Effect.ignore(err.write(`${line}\n`))
        }),
      )
      return Layer.merge(Recorder.record(file).pipe(Layer.provide([client, counted])), told)
    }),
  )

/** Connection of a replay, which needs no service and no key; `undefined` when the command is not a replay. */
export const replayed = (
  transformClient: MarketData.Settings["transformClient"],
): Effect.Effect<Layer.Layer<MarketData, Failed, FileSystem | Path> | undefined> =>
  Effect.gen(function* () {
    const cassette = yield* Cassette.Current
    if (cassette?.mode !== "replay") return undefined
    const Recorder = yield* recorder
    const { file } = cassette
    const client = Recorder.replay(file).pipe(
      Layer.provide(fileStore(file)),
      Layer.mapError(
        ({ detail }) =>
          new Failed({
            message: detail.startsWith("there is none")
              ? `There is no cassette ${file}. Record it first: candela record ${file} COMMAND`
              : `The cassette ${file}: ${detail}`,
          }),
      ),
    )
    // Requests are compared without their host.
    const options = { baseUrl: "http://cassette.invalid", apiKey: "replayed", gzip: false, transformClient }
    return Layer.provide(Layer.orDie(MarketData.layer(options)), client)
  })
