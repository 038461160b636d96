/**
 * Cassettes around a command: its requests are recorded into a file, or answered from it.
 *
 * @module
 */
import { MarketData } from "@candela/core/MarketData"
import { FileSystem } from "@effect/platform/FileSystem"
import type { HttpClient } from "@effect/platform/HttpClient"
import * as KeyValueStore from "@effect/platform/KeyValueStore"
import * as PlatformError from "@effect/platform/Error"
import { Path } from "@effect/platform/Path"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { Failed } from "../command/Failed.js"

/** A cassette, and what happens to it. */
export interface Cassette {
  /** Whether requests are sent and recorded, or answered and not sent. */
  readonly mode: "record" | "replay"
  /** The file. */
  readonly file: string
}

/** The cassette around a command. Default none. */
export class Cassettes extends Context.Reference<Cassettes>()("@candela/cli/Cassettes", {
  defaultValue: (): Cassette | undefined => undefined,
}) {}

/** The one file of a cassette, under whatever key. It is replaced as a whole. */
const fileStore = (file: string) =>
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
          Effect.zipRight(fs.writeFileString(beside, text), fs.rename(beside, file)).pipe(
            Effect.onError(() => Effect.ignore(fs.remove(beside, { force: true }))),
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

/** The client of a connection, whose exchanges are recorded where the command says so. It adds the key below: a cassette holds none. */
export const around = <E, R>(
  client: Layer.Layer<HttpClient, E, R>,
): Layer.Layer<HttpClient, E, R | FileSystem | Path> =>
  Layer.unwrapEffect(
    Effect.gen(function* () {
      const cassette = yield* Cassettes
      if (cassette?.mode !== "record") return client
      const Recorder = yield* recorder
      return Recorder.record(cassette.file).pipe(Layer.provide([client, fileStore(cassette.file)]))
    }),
  )

/** The connection of a replay, which needs no service and no key; nothing where the command is not replayed. */
export const replayed: Effect.Effect<Option.Option<Layer.Layer<MarketData, Failed, FileSystem | Path>>> = Effect.gen(
  function* () {
    const cassette = yield* Cassettes
    if (cassette?.mode !== "replay") return Option.none()
    const Recorder = yield* recorder
    const { file } = cassette
    const client = Recorder.replay(file).pipe(
      Layer.provide(fileStore(file)),
      Layer.mapError(
        ({ detail }) =>
          new Failed({
            message: /^there is none/.test(detail)
              ? `There is no cassette ${file}. Record it first: candela record ${file} COMMAND`
              : `The cassette ${file}: ${detail}`,
          }),
      ),
    )
    // Requests are compared without their host.
    return Option.some(
      Layer.provide(MarketData.layer({ baseUrl: "http://cassette.invalid", apiKey: "replayed", gzip: false }), client),
    )
  },
)
