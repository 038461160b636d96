import type * as Module from "parquet-wasm"
import type * as Effect from "effect/Effect"
import type { FileError } from "../../FileError.js"
import * as Library from "../library.js"

/** The module `parquet-wasm`. */
export type ParquetWasm = typeof Module

/** Loads the module. */
export const load: Effect.Effect<ParquetWasm, FileError> = /* @__PURE__ */ Library.load(
  "parquet-wasm",
  "Parquet",
  () => import("parquet-wasm"),
)
