/**
 * The pages for people: the explorer at `/` and the reference of the endpoints at `/reference`.
 * They need no key: a page asks for the key of its requests.
 *
 * @module
 */
import type { Response } from "@candela/core/internal/ErrorResponse"
import { Effect } from "effect"
import { hash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { folder } from "../Package.js"
import type { OpenRoute } from "./OpenRoute.js"

/** The file of each path. */
const files = {
  "/": "explorer.html",
  "/explorer.js": "explorer.js",
  "/explorer.css": "explorer.css",
  "/reference": "reference.html",
  "/reference.js": "reference.js",
  "/reference.css": "reference.css",
  "/catalog.json": "catalog.json",
  "/favicon.svg": "favicon.svg",
} as const

const contentTypes = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  json: "application/json",
  svg: "image/svg+xml",
} as const

/** Permissions of a page: its own files, connections to this server, and nothing else. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  // With the WebSockets of this host and port: charts follow the live channel.
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ")

const protection = {
  "content-security-policy": contentSecurityPolicy,
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
}

/** Folder of the bundles. */
const bundled = new URL("bundle/pages/", folder)

const found = (body: string, extension: keyof typeof contentTypes): Response => ({
  status: 200,
  headers: {
    ...protection,
    "content-type": contentTypes[extension],
    "cache-control": "no-cache",
    etag: `W/"${hash("sha256", body).slice(0, 32)}"`,
  },
  body,
})

const notBuilt: Response = {
  status: 503,
  headers: { ...protection, "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  body: "The pages of the sandbox are not built. In a clone of the repository, ./scripts/sandbox builds them.\n",
}

/**
 * Routes of the pages. Files are read on request.
 *
 * @param directory - Directory of the files. Default: that of the package.
 */
export const routes = (directory: URL = bundled): ReadonlyArray<OpenRoute> =>
  Object.entries(files).map(([path, file]) => {
    const extension = file.slice(file.lastIndexOf(".") + 1) as keyof typeof contentTypes
    const read = Effect.tryPromise(() => readFile(new URL(file, directory), "utf8"))
    const answer = Effect.match(read, { onFailure: () => notBuilt, onSuccess: (body) => found(body, extension) })
    return { path, answer: () => answer }
  })
