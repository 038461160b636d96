/** A folder with a plan over a service of two months, and what runs lines of backfills in it. */
import { Context, Effect, Layer } from "effect"
import { between } from "@candela/history/Sessions"
import type * as TestTerminal from "../TestTerminal.js"
import { localService } from "./localService.js"
import { makeFolder } from "./run.js"

/** A bar of each trading day. */
const days = between("2024-01-02", "2024-06-28").map(({ date }) => Date.parse(`${date}T15:00:00Z`))

/** A service that knows all tickers but NOPE, lacks a column of WRONG, and takes one key. */
const service = localService(({ headers, url }, response) => {
  const isKnown = headers.authorization === "Bearer a-key-of-a-test"
  response.writeHead(isKnown ? 200 : 401, { "content-type": "application/json" })
  const [, , , , ticker = "", , , , from, to] = new URL(url!, "http://service").pathname.split("/")
  const rows = ticker === "NOPE" || from === undefined ? [] : days.filter((t) => t >= Number(from) && t <= Number(to))
  const results = rows.map((t) => (ticker === "WRONG" ? { t } : { t, o: 1, h: 1, l: 1, c: 1, v: 1 }))
  response.end(JSON.stringify(isKnown ? { status: "OK", results } : { status: "ERROR", error: "Unknown API Key" }))
})

const key = { MARKET_DATA_API_KEY: "a-key-of-a-test" }

/** A folder with a plan of two tickers and two months, and what runs lines of backfills in it. */
export class Folder extends Context.Tag("Folder")<
  Folder,
  Effect.Effect.Success<typeof makeFolder> & {
    readonly url: string
    readonly backfill: (
      line: string,
      process?: TestTerminal.Process,
    ) => Effect.Effect<TestTerminal.Printed & { readonly code: number }>
  }
>() {
  static readonly layer = Layer.scoped(
    Folder,
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const { url } = yield* service
      const backfill = (line: string, process: TestTerminal.Process = {}) =>
        folder.run(`backfill ${line}`, [], { ...process, variables: { ...key, ...process.variables } })
      return { ...folder, url, backfill }
    }),
  )
}

export const bars = "--timespan hour --from 2024-03-04 --to 2024-04-20"

/** The value that a text of JSON is. */
export const value = (text: string) => JSON.parse(text) as Record<string, unknown>
