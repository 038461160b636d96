/** The sandbox's server. */
import { Sandbox } from "@candela/sandbox/Sandbox"
import * as Effect from "effect/Effect"
import type { AskedInput } from "./asked.js"

/** Serves while `use` runs, which is given the port. */
export const withSandbox = <A>({ directory }: AskedInput, use: (port: number) => Promise<A>): Promise<A> =>
  Effect.flatMap(Sandbox, ({ baseUrl }) => Effect.promise(() => use(Number(new URL(baseUrl).port)))).pipe(
    Effect.provide(Sandbox.layerServer({ directory })),
    Effect.runPromise,
  )
