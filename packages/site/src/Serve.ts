/**
 * Serves a folder on this computer.
 *
 * @module
 */
import { createReadStream, statSync } from "node:fs"
import { createServer, type Server } from "node:http"
import { extname, join, normalize } from "node:path"

const contentTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
}

/** Returns the file for the path of a URL; `undefined` if it does not exist. */
export const fileOf = (folder: string, path: string): string | undefined => {
  let decoded: string
  try {
    decoded = decodeURIComponent(path)
  } catch {
    return undefined
  }
  const file = join(folder, normalize(`/${decoded}`), decoded.endsWith("/") ? "index.html" : "")
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true ? file : undefined
}

/** Serves the files of a folder on the loopback interface. */
export const serve = (folder: string, port: number): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? "/", "http://localhost")
      const file = fileOf(folder, pathname)
      const shown = file ?? fileOf(folder, "/404.html")
      response.writeHead(file === undefined ? 404 : 200, {
        "content-type": contentTypes[extname(shown ?? "")] ?? "application/octet-stream",
        "cache-control": "no-cache",
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
      })
      if (shown === undefined) response.end("Not found.\n")
      else createReadStream(shown).pipe(response)
    })
    server.once("error", reject)
    server.listen(port, "127.0.0.1", () => resolve(server))
  })
