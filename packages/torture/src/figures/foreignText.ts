/** Texts of a service that would act on a terminal. */
import * as FileSystem from "@effect/platform/FileSystem"
import { Effect } from "effect"
import type { RequestListener } from "node:http"
import type { Socket } from "node:net"
import * as CommandProcess from "../CommandProcess.js"
import type { Figure } from "../Figure.js"
import * as Service from "../live/Service.js"

/**
 * What each text of the service holds: a title of the window, the screen cleared by C0 and C1, the
 * clipboard, the direction of what follows, a line.
 */
const hostile = "a\u001b]0;title\u0007b\u001b[2J\u009b2J\u001b]52;c;cm0=\u001b\\\u007f\u202e\u2066\u200fc\r\nd"

/** The characters that act, beside the ends of the command's own lines. */
const acting = /[^\P{Cc}\n]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u

const poisoned = (value: unknown): unknown => {
  if (typeof value === "string") return ["OK", "ERROR", "AAPL"].includes(value) ? value : `${value}${hostile}`
  if (Array.isArray(value)) return value.map(poisoned)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, poisoned(item)]))
}

const day = Date.parse("2024-03-05T05:00:00Z")
const bar = { t: day, o: 1, h: 1, l: 1, c: 1, v: 1, [`zz${hostile}`]: 1 }

/** Answers by the status in the key, in texts that act. */
const answer: RequestListener = ({ headers, url = "/" }, response) => {
  const key = headers.authorization ?? ""
  const status = Number(/status-(\d+)/.exec(key)?.[1] ?? 200)
  const results = url.startsWith("/v2/aggs")
    ? [bar, ...(key.includes("bad-rows") ? [{ ...bar, t: day + 86_400_000, c: "x" }] : [])]
    : [{ ticker: "AAPL", name: "n", title: "t", id: "i", execution_date: "2024-03-05", split_from: 1, split_to: 1 }]
  const document =
    status === 200
      ? { status: "OK", request_id: "r", ticker: "AAPL", adjusted: true, results, more: "m" }
      : { status: "ERROR", request_id: "r", error: "e", message: "m" }
  response.writeHead(status, { "content-type": "application/json", "x-request-id": "r" })
  response.end(key.includes("page") ? `<html>${hostile}</html>` : JSON.stringify(poisoned(document)))
}

/** More than a person would read. */
const endless = hostile.repeat(20_000)

const trade = {
  ...{ ev: "T", sym: "AAPL", x: 4, i: `1${hostile}`, z: 3, p: 1, s: 1, c: [], t: day, q: 1, ds: `1.0${hostile}` },
  [`zz${hostile}`]: hostile,
}

/** Speaks by what the key names, in texts that act. */
const serve = Service.serve({
  requests: answer,
  said: (peer, action, params) => {
    const key = keys.get(peer.socket) ?? params
    keys.set(peer.socket, key)
    const tell = (status: string) => peer.say(Service.status(status, key.includes("endless") ? endless : hostile))
    if (action === "auth" && key.includes("refused")) tell("auth_failed")
    else if (action === "auth" && key.includes("closed")) {
      tell("force_disconnect")
      peer.close(1011, hostile.slice(0, 30))
    } else if (action === "subscribe" && key.includes("topic")) tell("error")
    else return false
    return true
  },
  subscribed: (peer) => {
    const key = keys.get(peer.socket) ?? ""
    peer.send(`no JSON ${hostile}`)
    peer.say(Service.status("success", hostile), { ev: `ZZ${hostile}` })
    peer.say(trade, { ...trade, i: endless, q: 2, sym: key.includes("all") ? `A${hostile}` : "AAPL" })
    if (key.includes("invalid")) peer.say({ ...trade, p: key.includes("endless") ? endless : hostile })
  },
})

/** Keys by connection: what is told later depends on them. */
const keys = new WeakMap<Socket, string>()

const range = "--from 2024-03-05 --to 2024-03-08"
const live = "live stocks.trades AAPL --format table --limit"
const bars = `stocks bars AAPL --multiplier 1 --timespan day ${range}`

/** Keys, and the commands that are run with each. */
const cases: ReadonlyArray<readonly [key: string, lines: ReadonlyArray<string>]> = [
  [
    "a-key-of-the-torture",
    [`${bars} --format table`, "reference tickers --format table", "stocks news --format table --verbose", "doctor"],
  ],
  ["bad-rows-of-the-torture", ["doctor --verbose", bars, `${bars} --on-invalid-row skip --format table`]],
  ...[400, 401, 403, 404, 409].map((status) => [`status-${status}-of-the-torture`, [bars]] as const),
  [
    "status-409-again",
    [
      `${bars} --verbose`,
      "doctor",
      `history sync --store @store --tickers AAPL --timespan day ${range} --on-failure collect --format table`,
      `backfill plan --store @store --tickers AAPL --timespan day ${range} --attempts 1 --database @plans.sqlite`,
      "backfill run --store @store --database @plans.sqlite --format table",
      "backfill status --database @plans.sqlite --format table",
    ],
  ],
  ["page-status-404-of-the-torture", [bars]],
  ["live-of-the-torture", [`${live} 2`]],
  ["live-all-of-the-torture", ["live stocks.trades * --limit 2 --format table"]],
  ...["refused", "topic", "invalid"].flatMap((way) => [
    [`live-${way}-of-the-torture`, [`${live} 3`]] as const,
    [`live-${way}-endless-of-the-torture`, [`${live} 3 --verbose`]] as const,
  ]),
  ["live-closed-of-the-torture", [`${live} 3 --verbose`]],
]

/** What standard error may have of texts without an end, characters. */
const longest = 20_000

export const foreignText: Figure = {
  name: "foreign-text",
  what: "commands with a service, and its live channel, whose every text holds control characters, marks of direction and line feeds",
  bound: "none of them reaches the terminal: tables, errors, logs, reports and failures show escapes",
  run: ({ seed }) =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const folder = yield* files.makeTempDirectoryScoped()
      const origin = yield* serve
      const violations: Array<string> = []
      let [commands, characters, escapes] = [0, 0, 0]
      for (const [key, lines] of cases) {
        for (const line of lines) {
          const args = line.split(" ").map((word) => word.replace("@", `${folder}/`))
          const { err, out } = yield* CommandProcess.run({ folder, key, origin }, args).pipe(
            Effect.timeoutFail({
              duration: "1 minute",
              onTimeout: () => new Error(`${line} with ${key} did not end`),
            }),
          )
          commands++
          if (err.length > longest) violations.push(`seed ${seed}: ${line} with ${key}: ${err.length} characters`)
          for (const [name, text] of [
            ["standard output", out],
            ["standard error", err],
          ] as const) {
            characters += text.length
            escapes += text.split("\\u001b]0;title").length - 1
            const at = text.search(acting)
            if (at >= 0)
              violations.push(`seed ${seed}: ${line}: ${name} has ${JSON.stringify(text.slice(at, at + 20))}`)
          }
        }
      }
      if (escapes === 0) violations.push("no text of the service was shown")
      return {
        measured: `${commands} commands, ${characters.toLocaleString("en-US")} characters: ${escapes} hostile texts shown as escapes, ${violations.length} acting`,
        violations,
      }
    }),
}
