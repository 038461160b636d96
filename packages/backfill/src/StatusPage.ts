/**
 * A page that shows how far plans have come: jobs by their state, the pace, the time left, each runner and what failed. A browser follows it every two seconds.
 *
 * ```ts
 * const program = Effect.gen(function* () {
 *   const { url } = yield* StatusPage
 *   yield* Console.log(`Follow it on ${url}`)
 *   yield* Backfill.coordinate(plan)
 * })
 * program.pipe(Effect.provide(StatusPage.layer({ port: 8080 })), Effect.provide(Database.postgres({ url })), ...)
 * ```
 *
 * It reads the database of the plans, and changes nothing: any process that reaches the database may serve it. `/` is the page of the last plan, `/?plan=...` that of another one, and
 * `/status.json` has the same as data. Only this machine may see it, unless `host` says otherwise: there is neither a password nor encryption, and failures may name what a service
 * answered.
 *
 * @module
 */
import type * as SqlClient from "@effect/sql/SqlClient"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import type { BackfillError } from "./BackfillError.js"
import * as Json from "./internal/statusPage/json.js"
import * as Server from "./internal/statusPage/server.js"

/** A page that is served. */
export class StatusPage extends Context.Tag("@candela/backfill/StatusPage")<StatusPage, StatusPage.Service>() {
  /** Serves the page until the layer ends. Fails with a `BackfillError` for the reason `"request"` where the port cannot be listened on. */
  static readonly layer = (
    options: StatusPage.Options = {},
  ): Layer.Layer<StatusPage, BackfillError, SqlClient.SqlClient> => Layer.scoped(StatusPage, Server.serve(options))

  /** A status with failures as `/status.json` has them, in the names of the service's own style. */
  static readonly json = Json.of
}

/** Types of the page. */
export declare namespace StatusPage {
  /** Where the page is served. */
  export type Options = Server.Options
  /** A page that is served. */
  export type Service = Server.Served
}
