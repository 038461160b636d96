/** The program of a gate. Its only argument is `Gate.Settings` as JSON. */
import { Clock } from "effect"
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import type * as Gate from "./Gate.js"

const { as, entrances, hold, page, upstream } = JSON.parse(process.argv[2]!) as Gate.GateSettings

const clock = Clock.make()
const arrivals: Array<Gate.Arrival> = []
const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** The address that is asked for in place of another one. */
const addressOf = (url: string) => {
  const address = new URL(as === undefined ? url : url.replace(/(?<=^\/v2\/aggs\/ticker\/)T\d+(?=\/)/, as), upstream)
  if (page !== undefined && address.pathname.startsWith("/v2/aggs/")) address.searchParams.set("limit", String(page))
  return address
}

const forward = (incoming: IncomingMessage, outgoing: ServerResponse) => {
  const { headers, method, url } = incoming
  const onward = request(addressOf(url!), { agent, method, headers }, (answer) => {
    setTimeout(() => {
      outgoing.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(outgoing)
    }, hold)
  })
  // The runner is gone, or the service.
  outgoing.on("close", () => onward.destroy())
  onward.on("error", () => outgoing.destroy())
  incoming.pipe(onward)
}

const listen = (answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void) =>
  new Promise<string>((resolve) => {
    const server = createServer({ keepAliveTimeout: 60_000 }, answer)
    server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })

const urls = await Promise.all(
  Array.from({ length: entrances }, (_, entrance) =>
    listen((incoming, outgoing) => {
      const at = Number(clock.unsafeCurrentTimeNanos()) / 1e6
      arrivals.push({ at, entrance, ticker: /\/v2\/aggs\/ticker\/([^/]+)\//.exec(incoming.url!)?.[1] ?? "" })
      forward(incoming, outgoing)
    }),
  ),
)
const report = await listen((_, outgoing) => outgoing.end(JSON.stringify(arrivals)))
console.log(`Listening on ${urls.join(",")}, reporting on ${report}`)
