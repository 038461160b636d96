/** A service on loopback that serves readings, with faults that are drawn from a seed. */
import { Effect, type Scope } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { gzipSync } from "node:zlib"
import type { Chance } from "../decoder/documents.js"
import * as Loopback from "../support/loopback.js"
import { pageOf, readingsOf } from "../support/readingsServer.js"
import type { Service } from "./plan.js"

export interface FaultyServer {
  readonly url: string
  readonly requests: () => number
  readonly faults: () => number
  /** How many requests are not answered yet, and whose client has not gone. */
  readonly open: () => number
  /** How many connections have sent a request and are not closed. */
  readonly connections: () => number
  /** Answers the readings of `gathering` without faults, but only when so many requests for them are open at a time. */
  readonly gather: (count: number) => void
}

/** A station whose requests are held until enough of them are open. */
export const gathering = "gathering"

type Fault = "unavailable" | "limited" | "pause" | "noAnswer" | "cutBody" | "cutGzip"

const faults: ReadonlyArray<Fault> = ["unavailable", "limited", "noAnswer", "cutBody", "cutGzip"]

/** The page that a request asks for: some are shorter than they might be, or empty, and `next_url` is written in three ways. */
const pageFor = (url: URL, layout: Service["layout"], chance: Chance, serial: number): string => {
  const [first, to] = url.pathname.split("/").slice(-2).map(Number) as [number, number]
  const from = Number(url.searchParams.get("cursor")?.split(".")[0] ?? first)
  const limit = Number(url.searchParams.get("limit"))
  const size = chance.once(12) ? 0 : chance.once(6) ? 1 + chance.below(limit) : limit
  const last = Math.min(to, from + size - 1)
  const query = `?limit=${limit}&cursor=${last + 1}.${serial}`
  const next = chance.pick([url.origin + url.pathname + query, url.pathname + query, query])
  return pageOf(readingsOf(from, last), last < to ? next : undefined, layout)
}

/** At least the first byte, and not the last one. */
const cutAnywhere = (body: Uint8Array, chance: Chance) => body.subarray(0, 1 + chance.below(body.length - 1))

const send = (response: ServerResponse, body: Uint8Array, chance: Chance, cut: boolean): void => {
  // With a length or in chunks.
  if (chance.once(2)) response.setHeader("content-length", body.length)
  if (cut) response.write(cutAnywhere(body, chance), () => response.destroy())
  else response.end(body)
}

const answer = (
  response: ServerResponse,
  page: string,
  fault: Fault | undefined,
  gzip: boolean,
  chance: Chance,
): void => {
  switch (fault) {
    case "unavailable":
      return void response.writeHead(503).end(chance.once(2) ? "" : '{"status":"ERROR"}')
    case "limited":
    case "pause":
      return void response.writeHead(429, { "retry-after": fault === "pause" ? "1" : "0" }).end("{}")
    case "noAnswer":
      return void response.destroy()
  }
  const packed = gzip && (fault === "cutGzip" || chance.once(2))
  if (packed) response.setHeader("content-encoding", "gzip")
  const body = packed ? gzipSync(page, { level: 1 }) : Buffer.from(page)
  const cutGzip = packed && fault === "cutGzip"
  send(response, cutGzip ? cutAnywhere(body, chance) : body, chance, fault === "cutBody")
}

/** Starts a service that ends with the scope. */
export const serve = (service: Service, chance: Chance): Effect.Effect<FaultyServer, never, Scope.Scope> => {
  const open = new Set<ServerResponse>()
  const sockets = new Set<Socket>()
  const held: Array<() => void> = []
  let [requests, faulty, gathered] = [0, 0, 0]

  const release = () => {
    if (held.length >= gathered) held.splice(0).forEach((answer) => answer())
  }
  const hold = (response: ServerResponse, page: string) => {
    const give = () => void response.end(page)
    held.push(give)
    response.once("close", () => {
      const index = held.indexOf(give)
      if (index >= 0) held.splice(index, 1)
    })
    release()
  }
  const faultOf = (): Fault | undefined =>
    service.pauses && chance.once(100) ? "pause" : chance.below(100) < service.faults ? chance.pick(faults) : undefined

  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url!, `http://${request.headers.host}`)
    requests++
    open.add(response)
    response.once("close", () => open.delete(response))
    const { socket } = request
    if (!sockets.has(socket)) {
      sockets.add(socket)
      socket.once("close", () => sockets.delete(socket))
    }
    if (url.pathname.includes(gathering)) return hold(response, pageOf(readingsOf(0, 0), undefined))
    const page = pageFor(url, service.layout, chance, requests)
    const fault = faultOf()
    if (fault !== undefined) faulty++
    const gzip = request.headers["accept-encoding"] === "gzip"
    const delay = chance.once(3) ? chance.below(chance.once(3) ? service.slowest : 5) : 0
    const respond = () => answer(response, page, fault, gzip, chance)
    if (delay === 0) return respond()
    const timer = setTimeout(respond, delay)
    response.once("close", () => clearTimeout(timer))
  }

  return Effect.map(Loopback.serve(handle), (url) => ({
    url,
    requests: () => requests,
    faults: () => faulty,
    open: () => open.size,
    connections: () => sockets.size,
    gather: (count) => {
      gathered = count
      release()
    },
  }))
}
