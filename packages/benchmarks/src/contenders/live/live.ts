/** Readers of a live channel: their processor time from some event, when their code is compiled, to the last one. */
import type * as Topic from "@candela/core/declare/Topic"
import { LiveConnection } from "@candela/core/LiveConnection"
import * as NodeLive from "@candela/node/NodeLive"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { WebSocket } from "ws"
import { type Measured, peakRss, type Trial } from "../../Contender.js"
import { TICKERS } from "../../Frames.js"
import { bars, quotes, trades } from "./topics.js"

/** Where the events come from. */
export interface LiveInput {
  readonly url: string
}

/** Rows after which the time begins: programs of this kind run for days, on compiled code. */
const WARM = 300_000

/** Adds up what is read, and takes the processor time. */
const meter = () => {
  let start: NodeJS.CpuUsage | undefined
  let rows = 0
  let sum = 0
  return {
    /** Adds a row; returns false for those of the last frame. */
    add: (price: number): boolean => {
      if (price < 0) return false
      if (++rows === WARM) start = process.cpuUsage()
      sum += price
      return true
    },
    end: (): Measured => {
      const { system, user } = process.cpuUsage(start)
      return {
        milliseconds: (system + user) / 1_000,
        rows,
        checksum: `${rows} rows, ${sum.toFixed(1)}`,
        peakRss: peakRss(),
      }
    },
  }
}

interface Event {
  readonly ev: string
  readonly status?: string
  readonly p: number
  readonly bp: number
  readonly c: number
}

/** The message that subscribes all tickers of a topic. */
const subscription = (code: string) =>
  JSON.stringify({ action: "subscribe", params: TICKERS.map((ticker) => `${code}.${ticker}`).join() })

/** ws, `JSON.parse` and a switch, with nothing else. */
export const plain: Trial<LiveInput> = ({ url }) =>
  new Promise((resolve) => {
    const { add, end } = meter()
    const socket = new WebSocket(`${url}/stocks`, { perMessageDeflate: false })
    socket.on("message", (data: Buffer) => {
      for (const event of JSON.parse(data.toString()) as ReadonlyArray<Event>) {
        switch (event.ev) {
          case "T":
            if (!add(event.p)) {
              socket.terminate()
              resolve(end())
            }
            break
          case "Q":
            add(event.bp)
            break
          case "AM":
            add(event.c)
            break
          case "status":
            if (event.status === "connected") socket.send(JSON.stringify({ action: "auth", params: "key" }))
            else if (event.status === "auth_success")
              ["T", "Q", "AM"].forEach((code) => socket.send(subscription(code)))
        }
      }
    })
  })

/** The vendor's client, and `JSON.parse` alone: no event is looked at. */
export const vendor: Trial<LiveInput> = async ({ url }) => {
  const { websocketClient } = await import("@massive.com/client-js")
  const { add, end } = meter()
  const socket = websocketClient("key", url).stocks()
  return new Promise((resolve) => {
    socket.addEventListener("message", ({ data }: { readonly data: unknown }) => {
      const events = JSON.parse(String(data)) as ReadonlyArray<Event>
      if (events[0]!.ev !== "status") {
        if (events[0]!.bp < 0) return resolve((socket.close(), end()))
        for (let count = 0; count < events.length; count++) add(0)
      } else if (events[0]!.status === "auth_success")
        for (const code of ["T", "Q", "AM"]) socket.send(subscription(code))
    })
  })
}

const read =
  (codeGeneration: boolean): Trial<LiveInput> =>
  ({ url }) =>
    Effect.gen(function* () {
      const { subscribe } = yield* LiveConnection
      const { add, end } = meter()
      const each = <Row>(topic: Topic.Topic<Row, unknown>, price: (row: Row) => number | undefined) =>
        subscribe(topic, TICKERS, { buffer: { rows: 10_000_000 } }).pipe(
          Stream.takeWhile((signal) => signal._tag !== "Rows" || signal.rows.every((row) => add(price(row) ?? 0))),
          Stream.runDrain,
        )
      const all = [each(trades, ({ price }) => price), each(quotes, ({ bid }) => bid), each(bars, ({ close }) => close)]
      yield* Effect.all(all, { concurrency: "unbounded" })
      return end()
    }).pipe(
      Effect.scoped,
      Effect.provide(Layer.provide(LiveConnection.layer({ url, apiKey: "key", codeGeneration }), NodeLive.layer)),
      Effect.runPromise,
    )

/** The streams of three topics. */
export const streams: Trial<LiveInput> = read(true)
/** The same without code generation. */
export const withoutCodeGeneration: Trial<LiveInput> = read(false)
