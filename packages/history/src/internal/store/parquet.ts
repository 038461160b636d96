/**
 * Parquet as the format of a store.
 *
 * @module
 */
import { FileError } from "@candela/files/FileError"
import * as Stream from "effect/Stream"
import type { Format } from "./format.js"

const absent = new FileError({ reason: "library", detail: "Parquet is not here yet" })

export const parquet: Format = {
  extension: "parquet",
  encode: () => () => Stream.fail(absent),
  read: () => Stream.fail(absent),
}
