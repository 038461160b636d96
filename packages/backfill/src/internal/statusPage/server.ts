/**
 * Serves the status page.
 *
 * @module
 */
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Cache from "effect/Cache"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { createServer } from "node:http"
import { BackfillError } from "../../BackfillError.js"
import * as Plans from "../plan/plans.js"
import * as Status from "../progress/status.js"
import * as Tables from "../database/tables.js"
import * as Files from "./files.js"
import * as Json from "./json.js"
import * as View from "./view.js"

/** Address of the page. */
export interface StatusPageOptions {
  /** Port. Default 0: a free one. */
  readonly port?: number | undefined
  /** Address to listen on. Default `127.0.0.1`: only this machine. */
  readonly host?: string | undefined
}

/** Served page. */
export interface Served {
  /** URL of the page. */
  readonly url: string
}

/** Maximum number of failures on the page. */
const mostFailures = 20

/** Maximum number of linked plans. */
const mostPlans = 8

/** Permissions of the page: only its own files and requests to this server. */
const protection = {
  "content-security-policy": [
    "default-src 'none'",
    // protects: The status page runs its own script and no other.
    // mutant: "lets a browser load its own files alone": "script-src 'self'" → "script-src 'self' 'unsafe-inline'"
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
}

const answer = (status: number, contentType: string, body: string) =>
  HttpServerResponse.text(body, { status, contentType, headers: protection })

const htmlType = "text/html; charset=utf-8"

const files: Readonly<Record<string, readonly [contentType: string, body: string]>> = {
  "/page.css": ["text/css; charset=utf-8", Files.style],
  "/page.js": ["text/javascript; charset=utf-8", Files.script],
  "/icon.svg": ["image/svg+xml", Files.icon],
}

/** Names and addresses of this machine itself, in the form of `URL.hostname`. */
const loopback = /^(127(\.\d+){3}|\[::1\]|([^.]+\.)*localhost)$/

const hostnameOf = (host: string): string => {
  const url = `http://${host}`
  return URL.canParse(url) ? new URL(url).hostname : ""
}

/**
 * Whether requests for a host are answered. On loopback, a page in a browser could make its own
 * host name resolve here and read the answers (DNS rebinding).
 */
const answersFor = (listening: string) => {
  const own = hostnameOf(listening.includes(":") ? `[${listening}]` : listening)
  // protects: No page of another name reads the status of this machine.
  // mutant: "answers for this machine's own names alone": !loopback.test(own) || loopback.test(hostnameOf(host)) → own
  // !== host || own === host
  return (host: string) => !loopback.test(own) || loopback.test(hostnameOf(host))
}

/** Database reads, cached for a second per plan, regardless of the number of viewers. */
const reading = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const provided = Effect.provideService(SqlClient.SqlClient, sql)
  const plans = yield* Effect.cachedWithTTL(provided(Plans.all), "1 second")
  const shown = yield* Cache.make({
    capacity: 100,
    timeToLive: "1 second",
    lookup: (plan: string) =>
      provided(
        Effect.all({
          definition: Plans.find(plan),
          status: Status.of(plan),
          failures: Status.failures(plan, { limit: mostFailures }),
          failed: Status.failed(plan),
          now: Clock.currentTimeMillis,
        }),
      ),
  })
  return { plans, shown, provided }
})

const app = (listening: string) =>
  Effect.map(reading, ({ plans, provided, shown }) => {
    const isServed = answersFor(listening)
    const page = (path: string, wanted: string | null) =>
      Effect.gen(function* () {
        const all = yield* plans
        const plan = wanted ?? all[0]?.plan
        if (plan === undefined) {
          return answer(
            404,
            htmlType,
            View.message("No plan yet", "Make one: candela backfill plan. Then reload the page."),
          )
        }
        if (path === "/status.json") {
          const failures = yield* provided(Status.failures(plan))
          const { status } = yield* shown.get(plan)
          return answer(200, "application/json", JSON.stringify(Json.of(status, failures)))
        }
        const names = all.map(({ plan }) => plan).slice(0, mostPlans)
        return answer(200, htmlType, View.page({ ...(yield* shown.get(plan)), plans: names }))
      }).pipe(
        Effect.catchAll(({ message, reason }) =>
          path === "/status.json"
            ? Effect.succeed(
                answer(reason === "plan" ? 404 : 503, "application/json", JSON.stringify({ error: reason, message })),
              )
            : Effect.succeed(answer(reason === "plan" ? 404 : 503, htmlType, View.message("No status", message))),
        ),
      )
    return Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      if (!isServed(request.headers["host"] ?? "")) {
        return answer(403, "text/plain; charset=utf-8", "This page is for this machine alone: open it by 127.0.0.1.\n")
      }
      if (request.method !== "GET" && request.method !== "HEAD") {
        return answer(405, "text/plain; charset=utf-8", "This page can only be read.\n")
      }
      const target = URL.canParse(request.url, "http://page") ? request.url : "/nothing"
      const { pathname, searchParams } = new URL(target, "http://page")
      const file = files[pathname]
      if (file !== undefined) return answer(200, ...file)
      return pathname === "/" || pathname === "/status.json"
        ? yield* page(pathname, searchParams.get("plan"))
        : answer(404, htmlType, View.message("Nothing here", "The page is at /, its data at /status.json."))
    })
  })

/** Serves the page for the scope. */
export const serve = ({
  host = "127.0.0.1",
  port = 0,
}: StatusPageOptions): Effect.Effect<Served, BackfillError, SqlClient.SqlClient | Scope.Scope> =>
  Effect.gen(function* () {
    yield* Tables.make
    const server = yield* Effect.mapError(NodeHttpServer.make(createServer, { port, host }), ({ cause }) => {
      const { code, message } = cause as NodeJS.ErrnoException
      const why = code === "EADDRINUSE" ? "is in use" : `cannot be listened on (${code ?? message})`
      return new BackfillError({
        reason: "request",
        detail: `port ${port} of ${host} ${why}: choose another one for the status page, or 0 for a free one`,
      })
    })
    yield* server.serve(yield* app(host))
    const { address } = server
    const at = address._tag === "TcpAddress" ? address.port : port
    return { url: `http://${host.includes(":") ? `[${host}]` : host}:${at}` }
  }).pipe(Effect.withTracerEnabled(false))
