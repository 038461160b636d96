import * as Conditional from "../../src/http/conditional.js"
import * as Pages from "@candela/sandbox/http/Pages"
import * as Server from "@candela/sandbox/http/Server"
import * as Service from "@candela/sandbox/http/Service"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as HttpClient from "@effect/platform/HttpClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

const contents = {
  "explorer.html": "<!doctype html><title>Explorer</title>",
  "explorer.js": "export {}",
  "explorer.css": "body { color: red }",
  "reference.html": "<!doctype html><title>Reference ä</title>",
  "reference.js": "export {};",
  "reference.css": "body { color: blue }",
  "catalog.json": "{}",
  "favicon.svg": "<svg/>",
}

/** The path of each file, and the type that it must have. */
const paths = {
  "/": ["explorer.html", "text/html; charset=utf-8"],
  "/explorer.js": ["explorer.js", "text/javascript; charset=utf-8"],
  "/explorer.css": ["explorer.css", "text/css; charset=utf-8"],
  "/reference": ["reference.html", "text/html; charset=utf-8"],
  "/reference.js": ["reference.js", "text/javascript; charset=utf-8"],
  "/reference.css": ["reference.css", "text/css; charset=utf-8"],
  "/catalog.json": ["catalog.json", "application/json"],
  "/favicon.svg": ["favicon.svg", "image/svg+xml"],
} as const

const emptyDirectory = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "candela-pages-"))),
  (directory) => Effect.sync(() => rmSync(directory, { recursive: true })),
)

const filledDirectory = Effect.tap(emptyDirectory, (directory) =>
  Effect.sync(() => {
    for (const [file, content] of Object.entries(contents)) writeFileSync(join(directory, file), content)
  }),
)

/** A service of the pages alone, whose files lie in a directory. */
const serviceOf = (directory: string) =>
  Effect.map(
    Service.make({
      routes: [],
      open: Pages.routes(pathToFileURL(`${directory}/`)),
      keys: { key: "business" },
      now: Effect.succeed(0),
      seed: 1,
    }),
    Conditional.allow,
  )

const ask = (
  { handle }: Service.Service,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method: string = "GET",
) => handle({ method, url: new URL(path, "http://sandbox"), headers })

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

describe("the pages", () => {
  it.scoped("are answered without a key, each with its type, and may load nothing from elsewhere", () =>
    Effect.gen(function* () {
      const service = yield* serviceOf(yield* filledDirectory)
      for (const [path, [file, contentType]] of Object.entries(paths)) {
        const { body, headers, status } = yield* ask(service, path)
        assert.strictEqual(status, 200, path)
        assert.strictEqual(body, contents[file], path)
        assert.strictEqual(headers["content-type"], contentType)
        assert.strictEqual(headers["content-security-policy"], policy)
        assert.strictEqual(headers["x-content-type-options"], "nosniff")
        assert.strictEqual(headers["referrer-policy"], "no-referrer")
        assert.strictEqual(headers["cache-control"], "no-cache")
      }
    }),
  )

  it.scoped("are read when they are asked for: a new build is served at once", () =>
    Effect.gen(function* () {
      const directory = yield* emptyDirectory
      const service = yield* serviceOf(directory)
      writeFileSync(join(directory, "explorer.html"), "first")
      const first = yield* ask(service, "/")
      writeFileSync(join(directory, "explorer.html"), "second")
      const second = yield* ask(service, "/", { "if-none-match": first.headers["etag"]! })
      assert.deepStrictEqual([first.body, second.status, second.body], ["first", 200, "second"])
    }),
  )

  it.scoped("are not sent again to a client that has them", () =>
    Effect.gen(function* () {
      const service = yield* serviceOf(yield* filledDirectory)
      const { headers } = yield* ask(service, "/reference")
      const again = yield* ask(service, "/reference", { "if-none-match": headers["etag"]! })
      assert.strictEqual(again.status, 304)
      assert.strictEqual(again.body, "")
      assert.strictEqual(again.headers["etag"], headers["etag"])
      assert.notProperty(again.headers, "content-type")
    }),
  )

  it.scoped("say what to do where they are not built", () =>
    Effect.gen(function* () {
      const service = yield* serviceOf(yield* emptyDirectory)
      const { body, headers, status } = yield* ask(service, "/")
      assert.strictEqual(status, 503)
      assert.strictEqual(headers["content-type"], "text/plain; charset=utf-8")
      assert.include(body, "./scripts/sandbox builds them")
    }),
  )

  it.scoped("leave other paths and methods to the service", () =>
    Effect.gen(function* () {
      const service = yield* serviceOf(yield* filledDirectory)
      for (const path of ["/shared.css", "/reference/", "/../package.json", "/explorer.js.map"]) {
        const { body, headers, status } = yield* ask(service, path, { authorization: "Bearer key" })
        assert.strictEqual(status, 404, path)
        assert.strictEqual(headers["content-type"], "application/json")
        assert.propertyVal(JSON.parse(body), "status", "NOT_FOUND")
      }
      assert.strictEqual((yield* ask(service, "/reference", {}, "POST")).status, 405)
    }),
  )
})

describe("a server of pages", () => {
  it.scopedLive("says no length of what has not changed", () =>
    Effect.gen(function* () {
      const url = yield* Server.serve(yield* serviceOf(yield* filledDirectory))
      const client = yield* HttpClient.HttpClient
      const page = new URL("/reference", url)
      const first = yield* client.get(page)
      assert.strictEqual(yield* first.text, contents["reference.html"])
      const unchanged = yield* client.get(page, { headers: { "if-none-match": first.headers["etag"]! } })
      assert.strictEqual(unchanged.status, 304)
      assert.notProperty(unchanged.headers, "content-length")
    }).pipe(Effect.provide(FetchHttpClient.layer)),
  )
})
