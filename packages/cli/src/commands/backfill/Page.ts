/**
 * The status page beside a command.
 *
 * @module
 */
import { StatusPage } from "@candela/backfill/StatusPage"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Terminal } from "../../terminal/Terminal.js"

/** Serves the status page until the scope ends, and reports its address. */
export const serve = (port: number) =>
  Effect.gen(function* () {
    const { err } = yield* Terminal
    const { url } = Context.get(yield* Layer.build(StatusPage.layer({ port })), StatusPage)
    yield* err.write(`Status page: ${url}\n`)
  })
