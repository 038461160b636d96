/** The files of a folder, as texts. */
import * as FileSystem from "@effect/platform/FileSystem"
import type { PlatformError } from "@effect/platform/Error"
import { Effect } from "effect"
import { gunzipSync } from "node:zlib"

const magic = Buffer.from([0x1f, 0x8b, 0x08])

/** The text of a file, with its gzip content decompressed. */
const text = (bytes: Buffer): string => {
  const at = bytes.indexOf(magic)
  return bytes.toString("latin1") + (at < 0 ? "" : gunzipSync(bytes.subarray(at)).toString("latin1"))
}

/** Every file below a folder, with its text and its path. */
export const texts = (
  folder: string,
): Effect.Effect<ReadonlyArray<readonly [path: string, text: string]>, PlatformError, FileSystem.FileSystem> =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const found: Array<readonly [string, string]> = []
    for (const path of yield* files.readDirectory(folder, { recursive: true })) {
      const whole = `${folder}/${path}`
      if ((yield* files.stat(whole)).type !== "File") continue
      found.push([path, `${path}\n${text(Buffer.from(yield* files.readFile(whole)))}`])
    }
    return found
  })
