/** Connections through a proxy that only connects: over TLS it sees the host and nothing else. */
import * as Http from "node:http"
import * as Https from "node:https"
import type { Duplex } from "node:stream"
import * as Proxies from "./proxies.js"

/** How long a proxy may take to connect to a host. */
const CONNECT_MILLISECONDS = 30_000

/** Options of a tunnel, beside those of its connections. */
interface TunnelOptions extends Https.AgentOptions {
  /** Whether the service is reached over TLS. Default true. */
  readonly secure?: boolean
  /** How long the proxy may take to connect, milliseconds. Default: half a minute. */
  readonly within?: number
}

type Created = (error: Error | null, socket: Duplex) => void

/** An agent whose connections lead through a proxy. */
export class Tunnel extends Https.Agent {
  private readonly opening = new Set<Http.ClientRequest>()
  /** Requests of another protocol are rejected by `node:http`. */
  readonly protocol: "http:" | "https:"
  private readonly within: number

  constructor(
    private readonly proxy: Proxies.Proxy,
    { secure = true, within = CONNECT_MILLISECONDS, ...options }: TunnelOptions,
  ) {
    super(options)
    this.protocol = secure ? "https:" : "http:"
    this.within = within
  }

  override createConnection(options: Http.ClientRequestArgs, created: Created): undefined {
    const { proxy } = this
    const host = `${options.host?.includes(":") === true ? `[${options.host}]` : options.host}:${options.port}`
    const fail = (error: Error) => created(error, undefined as never)
    const request = (proxy.isSecure ? Https : Http).request({
      method: "CONNECT",
      host: proxy.hostname,
      port: proxy.port,
      path: host,
      headers: { host, ...Proxies.headersFor(proxy) },
      agent: false,
    })
    this.opening.add(request)
    request.once("close", () => this.opening.delete(request))
    request.once("connect", (answer, socket) => {
      // protects: The answer of a proxy that does not connect is never read as the service's.
      // mutant: "says that the proxy refuses": answer.statusCode !== 200 → socket.destroyed
      if (answer.statusCode !== 200) {
        socket.destroy()
        return fail(Proxies.refused(proxy, answer))
      }
      socket.setTimeout(0)
      created(
        null,
        this.protocol === "http:"
          ? socket
          : (super.createConnection({ ...options, socket } as Http.ClientRequestArgs) as Duplex),
      )
    })
    request.once("error", (cause) => fail(Proxies.lost(proxy, cause)))
    request.setTimeout(this.within, () =>
      request.destroy(new Error(`no connection to ${host} within ${this.within / 1000} s`)),
    )
    request.end()
    return undefined
  }

  override destroy(): void {
    for (const request of this.opening) request.destroy()
    super.destroy()
  }
}
