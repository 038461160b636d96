/**
 * Page with the progress of plans: jobs by state, the pace, the time left, each runner and the
 * failures. A browser refreshes it every two seconds.
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
 * It only reads the database of the plans: any process that reaches the database may serve it. `/` is the page of the
 * last plan, `/?plan=...` that of another one, and `/status.json` has the same data. Only this machine can open it
 * unless `host` is set: there is neither a password nor encryption, and failures may quote answers of the service.
 *
 * @module
 */
import type * as SqlClient from "@effect/sql/SqlClient"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import type { BackfillError } from "./BackfillError.js"
import * as Json from "./internal/statusPage/json.js"
import * as Server from "./internal/statusPage/server.js"

/** Served page. */
export class StatusPage extends Context.Tag("@candela/backfill/StatusPage")<StatusPage, StatusPage.Service>() {
  /**
   * Serves the page until the layer ends. Fails with a `BackfillError` of reason `"request"` if it
   * cannot listen on the port.
   */
  static readonly layer = (
    options: StatusPage.Options = {},
  ): Layer.Layer<StatusPage, BackfillError, SqlClient.SqlClient> => Layer.scoped(StatusPage, Server.serve(options))

  /** Converts a status with failures to the form of `/status.json`, with names in the style of the service. */
  static readonly json = Json.of
}

/** Types of the page. */
export declare namespace StatusPage {
  export import Options = Server.StatusPageOptions
  export import Service = Server.Served
}
