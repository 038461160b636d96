// Servers between the checks and the sandbox: they count what passes, and fail as they are told.
import { once } from "node:events"
import { createServer, request as send } from "node:http"

const shared = { "access-control-allow-origin": "*", "cache-control": "no-store" }

/** Forwards a request, and gives the answer whole. */
const forward = (target, request) =>
  new Promise((resolve, reject) => {
    const { host: _, ...headers } = request.headers
    const forwarded = send(new URL(request.url, target), { method: request.method, headers }, (answer) => {
      const chunks = []
      answer.on("data", (chunk) => chunks.push(chunk))
      answer.on("end", () => {
        const { "transfer-encoding": _, "content-length": __, ...rest } = answer.headers
        resolve({ status: answer.statusCode, headers: { ...rest, ...shared }, body: Buffer.concat(chunks) })
      })
      answer.on("error", reject)
    })
    forwarded.on("error", reject)
    forwarded.end()
  })

const write = (response, { body, headers, status }) => {
  response.writeHead(status, { ...headers, ...(status === 204 ? {} : { "content-length": body.length }) })
  response.end(body)
}

const half = (body) => body.subarray(0, body.length >> 1)

/** What a URL meets the first, second and third time. */
const faults = [
  (response) => write(response, { status: 503, headers: shared, body: Buffer.from('{"status":"ERROR"}') }),
  (response, { body, headers, status }) => {
    response.writeHead(status, { ...headers, "content-length": body.length })
    response.write(half(body), () => response.destroy())
  },
  (response, { body, headers, status }) => write(response, { status, headers, body: half(body) }),
]

const listen = async (handle) => {
  const server = createServer((request, response) => {
    void Promise.resolve(handle(request, response)).catch((error) => {
      response.destroy(error)
    })
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  return { server, url: `http://127.0.0.1:${server.address().port}` }
}

/** Starts the servers in front of a sandbox. `close` ends them. */
export const observe = async (target) => {
  const counts = { requests: 0, gzipped: 0, faults: 0, hanging: 0, aborted: 0 }
  const attempts = new Map()
  const isPreflight = ({ method }) => method === "OPTIONS"

  const pass = async (request, response) => {
    const answer = await forward(target, request)
    if (!isPreflight(request)) {
      counts.requests += 1
      if (answer.headers["content-encoding"] === "gzip") counts.gzipped += 1
    }
    return { answer, send: () => write(response, answer) }
  }

  const observed = await listen(async (request, response) => {
    if (request.url === "/counts") {
      write(response, { status: 200, headers: shared, body: Buffer.from(JSON.stringify(counts)) })
    } else (await pass(request, response)).send()
  })
  const faulty = await listen(async (request, response) => {
    const { answer, send } = await pass(request, response)
    const attempt = isPreflight(request) ? faults.length : (attempts.get(request.url) ?? 0)
    if (!isPreflight(request)) attempts.set(request.url, attempt + 1)
    if (attempt < faults.length) {
      counts.faults += 1
      faults[attempt](response, answer)
    } else send()
  })
  const hanging = await listen(async (request, response) => {
    if (isPreflight(request)) return (await pass(request, response)).send()
    counts.hanging += 1
    response.on("close", () => (counts.aborted += 1))
    response.writeHead(200, { ...shared, "content-type": "application/json" })
    response.write('{"status":"OK","results":[')
  })
  const closed = await listen(() => {})
  closed.server.close()

  return {
    urls: { observedUrl: observed.url, faultyUrl: faulty.url, hangingUrl: hanging.url, closedUrl: closed.url },
    counts,
    close: () => {
      for (const { server } of [observed, faulty, hanging]) {
        server.closeAllConnections()
        server.close()
      }
    },
  }
}
