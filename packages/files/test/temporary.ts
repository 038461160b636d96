import * as FileSystem from "@effect/platform/FileSystem"
import { Effect } from "effect"

/** An empty folder that is removed at the end of the test. */
export const folder = Effect.flatMap(FileSystem.FileSystem, (fs) =>
  fs.makeTempDirectoryScoped({ prefix: "candela-files-" }),
)
