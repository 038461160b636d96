/** The sandbox's server, asked with a key that it does not know. */
import { Sandbox } from "@candela/sandbox/Sandbox"
import * as Effect from "effect/Effect"
import type { Run } from "../Contender.js"
import { refusals, type RefusalsInput } from "./refusals.js"

export const run: Run<RefusalsInput> = ({ directory }) =>
  Effect.flatMap(Sandbox, ({ baseUrl }) => Effect.promise(() => refusals(Number(new URL(baseUrl).port)))).pipe(
    Effect.provide(Sandbox.layerServer({ directory })),
    Effect.runPromise,
  )
