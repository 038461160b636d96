/**
 * Serves hostile documents: the program of the hostile service's process. Takes a scale as JSON. A request
 * for `/SUBJECT/INDEX/...` is answered with that document, and every page after it with an empty one.
 */
import { createServer } from "node:http"
import type { Scale } from "../Figure.js"
import * as Loopback from "../Loopback.js"
import { documents } from "./Documents.js"
import { subjects } from "./Subjects.js"

const scale = JSON.parse(process.argv[2]!) as Scale
const served = new Map(
  Object.entries(subjects).map(([name, { endpoint, honest }]) => [name, { endpoint, all: documents(scale, honest) }]),
)

// A client that is busy with a document for long must find its connection open.
const server = createServer({ keepAliveTimeout: 600_000 }, (request, response) => {
  const [, name = "", index = "", ...rest] = request.url!.split("/")
  const { all, endpoint } = served.get(name)!
  const [start = ""] = endpoint.path.slice(1).split("{")
  const isFirst = rest.join("/").startsWith(start)
  response.writeHead(200, { "content-type": "application/json" })
  response.end(isFirst ? Buffer.from(all[Number(index)]!.text(), "latin1") : "{}")
})
Loopback.announce(server)
