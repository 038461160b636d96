/** Servers that another process asks over loopback, and what an answer costs them. */
import { type Measured, peakRss } from "../../Contender.js"
import * as Processes from "../../Processes.js"
import type { Question } from "../../main/asker.js"
import * as Effect from "effect/Effect"

/** What the contenders of a case about a server are given. */
export interface AskedInput {
  /** The file of the sandbox's data set, and the directory that it is in. */
  readonly file: string
  readonly directory: string
}

/** What is asked in the case of refusals. */
export const REFUSED: Question = { path: "/v1/open-close/AAPL/2025-06-26", key: "wrong" }

/** What is asked in the case of a list of 100 rows. */
export const LIST: Question = { path: "/stocks/v1/dividends?limit=100", key: "sandbox" }

const ask = (port: number, question: Question, requests: number) =>
  Effect.runPromise(Processes.ask(port, { questions: [question], connections: 16, most: { requests } }))

/** The time of this process's processors for a thousand answers, from so many, after half as many to warm up. */
export const asked = async (port: number, question: Question, requests: number): Promise<Measured> => {
  await ask(port, question, requests / 2)
  const before = process.cpuUsage()
  const { answers, statuses } = await ask(port, question, requests)
  const { system, user } = process.cpuUsage(before)
  return {
    milliseconds: (user + system) / answers,
    rows: 0,
    checksum: `${answers} answers of ${statuses.join(", ")}`,
    peakRss: peakRss(),
  }
}

/** What is asked in the case of many connections: a few bars, a list, a day, and what is refused. */
export const MIX: ReadonlyArray<Question> = [
  { path: "/v2/aggs/ticker/AAPL/range/1/day/2025-06-02/2025-06-27", key: "sandbox" },
  LIST,
  { path: "/v1/open-close/AAPL/2025-06-26", key: "sandbox" },
  REFUSED,
]

/** How long the many connections ask, in milliseconds, after a part of it to warm up. */
const LONG = 10_000

/** The time of a thousand answers when 64 connections ask at once, and how long each waits. */
export const loaded = async (port: number): Promise<Measured> => {
  const ask = (milliseconds: number) =>
    Effect.runPromise(Processes.ask(port, { questions: MIX, connections: 64, most: { milliseconds } }))
  await ask(LONG / 5)
  const { answers, latency, milliseconds, statuses } = await ask(LONG)
  return {
    milliseconds: (milliseconds / answers) * 1_000,
    latency,
    rows: 0,
    checksum: `answers of ${statuses.join(", ")}`,
    peakRss: peakRss(),
  }
}
