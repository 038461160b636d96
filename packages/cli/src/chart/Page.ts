/** Stub. @module */
import * as Effect from "effect/Effect"
import type { Chart } from "./Chart.js"
export const page = (_chart: Chart): Effect.Effect<string> => Effect.succeed("")
