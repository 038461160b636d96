/** The key in each spelling that is searched for, in every part of a response. */
import { MarketData } from "@candela/core/MarketData"
import * as Retry from "@candela/core/Retry"
import { Stocks } from "@candela/stocks/Stocks"
import * as FileSystem from "@effect/platform/FileSystem"
import { Cause, Effect, Exit, Layer, Stream } from "effect"
import * as Clients from "../Clients.js"
import type { Figure } from "../Figure.js"
import * as Files from "../leaks/files.js"
import * as Needle from "../leaks/Needle.js"
import * as Program from "../leaks/program.js"
import * as Witness from "../leaks/Witness.js"
import * as Loopback from "../Loopback.js"

const hex = (text: string) => Buffer.from(text).toString("hex")
const bytes = (text: string, sign: string) => hex(text).replace(/../g, `${sign}$&`)

/** The spellings that SECURITY.md promises to find. */
const spellings: ReadonlyArray<(key: string) => string> = [
  String,
  (key) => key.toUpperCase(),
  (key) => encodeURIComponent(key).replace(/%../g, (byte) => byte.toLowerCase()),
  (key) => new URLSearchParams({ k: key }).toString(),
  (key) => bytes(key, "%"),
  (key) => bytes(key, "%2525"),
  (key) => bytes(key, "\\u00"),
  (key) => bytes(key, "%5Cu00"),
  (key) => hex(key).toUpperCase(),
  ...["", "a", "ab"].map((before) => (key: string) => Buffer.from(before + key).toString("base64")),
  (key) => Buffer.from(`Bearer ${key}`).toString("base64url"),
  (key) => key.slice(0, 16),
  (key) => key.slice(-16),
]

/** The places of a spelling in a response. */
const ways: ReadonlyArray<(spelling: string) => readonly [status: number, body: object]> = [
  (spelling) => [401, { status: "ERROR", request_id: spelling, error: `no ${spelling}, no` }],
  (spelling) => [200, { status: "OK", results: [{ t: spelling }] }],
  (spelling) => [200, { status: "OK", results: [], next_url: `/v2/aggs?cursor=${spelling}` }],
  (spelling) => [200, { status: "OK", results: [], next_url: `/v2/aggs?key=${spelling}&cursor=1` }],
  (spelling) => [200, { status: "OK", results: [], next_url: `/v2/${spelling.replaceAll("/", "%2F")}/aggs` }],
]

/** Answers the request for the ticker `S3W1` by the spelling 3 in the way 1, and notes what else it is asked for. */
const serve = (key: string) =>
  Effect.suspend(() => {
    const followed: Array<string> = []
    const origin = Loopback.http(({ url = "" }, response) => {
      const asked = /\/S(\d+)W(\d+)\//.exec(url)
      if (asked === null) followed.push(url)
      const [status, body] = asked === null ? [200, {}] : ways[Number(asked[2])]!(spellings[Number(asked[1])]!(key))
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
    })
    return Effect.map(origin, (origin) => ({ origin, followed }))
  })

/** Streams with one spelling in one place, with a checkpoint, and returns the error as text. */
const call = (stocksTicker: string) =>
  Effect.gen(function* () {
    const { bars } = yield* Stocks
    const exit = yield* Effect.exit(
      Stream.runDrain(bars.stream({ ...Program.range, stocksTicker }, { checkpoint: stocksTicker })),
    )
    return Exit.isSuccess(exit) ? "" : Witness.shown(exit) + Cause.pretty(exit.cause, { renderErrorCause: true })
  })

export const keySpellings: Figure = {
  name: "key-spellings",
  what: `the key in ${spellings.length} spellings and ${ways.length} places of an answer, by both clients`,
  bound: "in no error, log, span, metric or file, in no spelling; no next_url that holds it is requested",
  run: (scale) =>
    Effect.gen(function* () {
      const { seed } = scale
      const key = Needle.key(`spellings ${seed}`)
      const { followed, origin } = yield* serve(key)
      const connection = MarketData.layer({ baseUrl: origin, apiKey: key, retry: Retry.none })
      const folder = yield* Effect.flatMap(FileSystem.FileSystem, (files) => files.makeTempDirectoryScoped())
      const tickers = spellings.flatMap((_, spelling) => ways.map((_, way) => `S${spelling}W${way}`))
      let calls = 0
      const texts: Array<readonly [what: string, text: string]> = []
      for (const [name, client] of Object.entries(Clients.of(scale))) {
        const witness = Witness.make()
        calls += tickers.length
        const errors = yield* Effect.forEach(tickers, call).pipe(
          Effect.provide(Program.layer(`${folder}/${name}`, Layer.provide(connection, client))),
          witness.watch,
        )
        texts.push(...errors.map((text) => ["an error", text] as const), ...(yield* witness.notes))
      }
      texts.push(...(yield* Files.texts(folder)))
      // Base64 without its edges, which hold bits of neighbours.
      const searched = spellings.map((spell) => spell(key).slice(4, -6).toLowerCase())
      const found = texts.flatMap(([what, text]) => {
        const lower = text.toLowerCase()
        return searched.flatMap((spelling, number) =>
          lower.includes(spelling) ? [`seed ${seed}: ${what} holds spelling ${number} of the key`] : [],
        )
      })
      return {
        measured: `${calls} calls, ${texts.length} texts: found ${found.length} times, ${followed.length} requests with the key`,
        violations: [...new Set(found), ...followed.map((url) => `seed ${seed}: ${url} was requested`)],
      }
    }),
}
