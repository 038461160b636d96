/** Relays bytes between clients and a service, with socket faults in some responses. */
import { Effect, Random, type Scope } from "effect"
import { connect, type Socket } from "node:net"
import * as Loopback from "../Loopback.js"
import * as Wire from "./Wire.js"

/** A relay that listens. */
export interface Relay {
  /** Address it listens on. */
  readonly url: string
  /** Number of requests so far. */
  readonly requests: () => number
  /** Number of open client connections. */
  readonly connections: () => number
  /** The faults that answers met. */
  readonly met: ReadonlyArray<Wire.Name>
}

/** Options of a relay: the service behind it, and its faults. */
export interface RelayOptions {
  /** The port of the service, on this machine. */
  readonly port: number
  /** The fault of a request follows from the seed, the request's first line, and how often that was seen before. */
  readonly seed: number
  /** The probability of each fault. */
  readonly faults: { readonly [Name in Wire.Name]?: number | undefined }
}

/** Listens on a free port of this machine until the scope ends. */
export const make = ({ faults, port, seed }: RelayOptions): Effect.Effect<Relay, never, Scope.Scope> =>
  Effect.suspend(() => {
    const seen = new Map<string, number>()
    const clients = new Set<Socket>()
    const met: Array<Wire.Name> = []
    let requests = 0

    const draw = (request: string): Wire.Name | undefined => {
      const repetition = seen.get(request) ?? 0
      seen.set(request, repetition + 1)
      let share = Effect.runSync(Effect.withRandom(Random.next, Random.make(`${seed} ${repetition} ${request}`)))
      return Wire.names.find((name) => (share -= faults[name] ?? 0) < 0)
    }

    const strike = async (name: Wire.Name, bytes: Buffer, service: Socket, client: Socket) => {
      met.push(name)
      const follows = await Wire.kinds[name](client, bytes)
      if (follows) service.pipe(client)
      else service.destroy()
    }

    const origin = Loopback.sockets((client) => {
      clients.add(client)
      const service = connect({ port, host: "127.0.0.1", noDelay: true })
      service.pipe(client)
      let struck = false
      // Without pipelining, each chunk from the client is one request.
      client.on("data", (request) => {
        requests += 1
        const name = draw(request.toString("latin1", 0, request.indexOf("\r\n")))
        if (name !== undefined) {
          service.unpipe(client)
          service.once("data", (bytes) => {
            struck = true
            service.pause()
            void strike(name, bytes, service, client)
          })
          service.resume()
        }
        service.write(request)
      })
      client.on("close", () => {
        clients.delete(client)
        service.destroy()
      })
      client.on("error", () => {})
      service.on("error", () => client.resetAndDestroy())
      // A service that closes the connection before the fault strikes is a fault itself.
      service.on("end", () => {
        if (!struck) client.end()
      })
    })
    return Effect.map(origin, (url) => ({
      url,
      requests: () => requests,
      connections: () => clients.size,
      met,
    }))
  })
