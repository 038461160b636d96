/** Processes that share a rate limit, and a server that sees when their requests come. */
import { Effect } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { fileURLToPath } from "node:url"
import type { Address } from "./databases.js"

const program = fileURLToPath(new URL("limitedProcess.mjs", import.meta.url))

/** A window, in milliseconds. */
export interface Window {
  readonly limit: number
  readonly interval: number
}

/** What the processes do. */
export interface Work {
  readonly address: Address
  readonly windows: ReadonlyArray<Window>
  readonly processes: number
  readonly requests: number
  /** Is called with the processes when the first request has come. */
  readonly disturb?: (children: ReadonlyArray<ChildProcess>) => void
}

/** Runs processes to their ends, and gives the times at which their requests came, in milliseconds. */
export const arrivals = ({
  address,
  disturb,
  processes,
  requests,
  windows,
}: Work): Effect.Effect<ReadonlyArray<number>> =>
  Effect.promise(async () => {
    const times: Array<number> = []
    const children: Array<ChildProcess> = []
    const server = createServer((_, response) => {
      if (times.push(performance.now()) === 1) disturb?.(children)
      response.end()
    })
    // The connections of a process that is stopped stay open.
    server.keepAliveTimeout = 0
    server.listen(0, "127.0.0.1")
    try {
      await once(server, "listening")
      const { port } = server.address() as AddressInfo
      const text = JSON.stringify({ address, port, requests, windows })
      for (let index = 0; index < processes; index++) {
        children.push(spawn(process.execPath, [program, text], { stdio: ["ignore", "inherit", "inherit"] }))
      }
      const codes = await Promise.all(children.map(async (child) => (await once(child, "exit"))[0] as number))
      if (codes.some((code) => code !== 0)) throw new Error(`the processes ended with ${codes.join(", ")}`)
      return times
    } finally {
      for (const child of children) child.kill("SIGKILL")
      server.closeAllConnections()
      server.close()
    }
  })

/** The largest number of requests in any window of a length. */
export const most = (times: ReadonlyArray<number>, interval: number): number =>
  Math.max(...times.map((from) => times.filter((time) => time >= from && time < from + interval).length))
