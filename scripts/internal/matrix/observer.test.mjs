import { assert, describe, it } from "@effect/vitest"
import { once } from "node:events"
import { createServer } from "node:http"
import { gzipSync } from "node:zlib"
import { observe } from "./observer.mjs"

const body = JSON.stringify({ status: "OK", results: Array.from({ length: 500 }, (_, row) => row) })

/** A service with one answer, compressed where that is asked for, and the servers in front of it. */
const withObserver = async (use) => {
  const service = createServer((request, response) => {
    const gzip = request.headers["accept-encoding"] === "gzip"
    response.writeHead(200, gzip ? { "content-encoding": "gzip" } : {})
    response.end(gzip ? gzipSync(body) : body)
  })
  await once(service.listen(0, "127.0.0.1"), "listening")
  const observer = await observe(`http://127.0.0.1:${service.address().port}`)
  try {
    await use(observer)
  } finally {
    observer.close()
    service.closeAllConnections()
    service.close()
  }
}

const get = async (url, encoding, signal) => {
  const response = await fetch(url, { headers: { "accept-encoding": encoding }, signal })
  return response.ok ? await response.text() : response.status
}

const rejection = (promise) =>
  promise.then(
    () => undefined,
    (error) => error,
  )

describe("the servers between checks and sandbox", () => {
  it("count requests and compressed answers, which pass unchanged", () =>
    withObserver(async ({ counts, urls }) => {
      assert.strictEqual(await get(`${urls.observedUrl}/a`, "gzip"), body)
      assert.strictEqual(await get(`${urls.observedUrl}/a`, "identity"), body)
      assert.deepInclude(counts, { requests: 2, gzipped: 1, faults: 0 })
    }))

  it("fail each URL three times, each time in another way", () =>
    withObserver(async ({ counts, urls }) => {
      for (const path of ["/a", "/b"]) {
        assert.strictEqual(await get(urls.faultyUrl + path, "gzip"), 503)
        assert.instanceOf(await rejection(get(urls.faultyUrl + path, "gzip")), TypeError, "a lost connection")
        // Node's fetch gives what it could decompress, without an error.
        assert.include(body.slice(0, -1), await get(urls.faultyUrl + path, "gzip"), "half of the gzip")
        assert.strictEqual(await get(urls.faultyUrl + path, "gzip"), body)
      }
      assert.strictEqual(counts.faults, 6)
    }))

  it("hang, and see when a client goes away", () =>
    withObserver(async ({ counts, urls }) => {
      const controller = new AbortController()
      const response = await fetch(urls.hangingUrl, { signal: controller.signal })
      assert.deepInclude(counts, { hanging: 1, aborted: 0 })
      const reading = rejection(response.text())
      controller.abort()
      assert.strictEqual((await reading)?.name, "AbortError")
      while (counts.aborted === 0) await new Promise((resolve) => setImmediate(resolve))
      assert.strictEqual(counts.aborted, 1)
    }))

  it("know a port where nobody listens", () =>
    withObserver(async ({ urls }) => {
      assert.instanceOf(await rejection(get(urls.closedUrl, "identity")), TypeError)
    }))
})
