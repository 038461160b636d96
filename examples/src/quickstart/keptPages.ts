/**
 * A server between a client and the sandbox. It asks the sandbox for each page once and keeps it, so that the time is
 * that of the client, not of the sandbox. Arguments: the sandbox's URL, and the delay of each answer in milliseconds.
 */
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"

interface Kept {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

const [sandbox = "", latency = "0"] = process.argv.slice(2)
const pages = new Map<string, Promise<Kept>>()

const ask = async ({ headers, url }: IncomingMessage): Promise<Kept> => {
  // The sandbox's next_urls name the sandbox's host: the library would replace it, `fetch` would not.
  const response = await fetch(sandbox + url, { headers: { authorization: headers.authorization ?? "" } })
  const text = (await response.text()).replaceAll(sandbox, `http://${headers.host}`)
  const kept = ["content-type", "x-request-id"].flatMap((name) => {
    const value = response.headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  return { status: response.status, headers: Object.fromEntries(kept), body: Buffer.from(text) }
}

const server = createServer((request, response) => {
  const key = `${request.headers.authorization} ${request.url}`
  const page = pages.get(key) ?? ask(request)
  pages.set(key, page)
  setTimeout(() => {
    page.then(
      ({ body, headers, status }) =>
        response.writeHead(status, { ...headers, "content-length": body.length }).end(body),
      () => response.destroy(),
    )
  }, Number(latency))
})

server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
