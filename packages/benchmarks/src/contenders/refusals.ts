/** Servers that refuse a key, and what an answer costs them. */
import { type Measured, peakRss } from "../Contender.js"
import * as Processes from "../Processes.js"
import * as Effect from "effect/Effect"

/** What the contenders of a case about refusals are given. */
export interface RefusalsInput {
  /** The directory of the sandbox's data set. */
  readonly directory: string
}

/** How many requests are measured, after half as many to warm up. */
const REQUESTS = 20_000

/** The time of this process's processors for a thousand answers to another process, which asks over loopback. */
export const refusals = async (port: number): Promise<Measured> => {
  await Effect.runPromise(Processes.askRepeatedly(port, REQUESTS / 2))
  const before = process.cpuUsage()
  const heard = await Effect.runPromise(Processes.askRepeatedly(port, REQUESTS))
  const { system, user } = process.cpuUsage(before)
  return { milliseconds: (user + system) / REQUESTS, rows: 0, checksum: heard, peakRss: peakRss() }
}
