/**
 * The program of a service that sends a day of minute bars, as fast as they are taken. Its only argument is the number
 * of its tickers.
 */
import { Effect } from "effect"
import * as Service from "./Service.js"

const tickers = Number(process.argv[2])

/** Number of events in a frame. */
const perFrame = 500

const [minutes, minute] = [1440, 60_000]
const begin = Date.parse("2025-06-27T00:00:00-04:00")

const bar = (ticker: number, at: number) =>
  `{"ev":"AM","sym":"T${ticker}","v":${100 + (at % 50)},"av":${at * 150 + ticker},"op":10.5,"vw":10.5312,"o":10.5,"c":10.5${(at * ticker) % 10},"h":10.75,"l":10.25,"a":10.5123,"z":30,"s":${begin + at * minute},"e":${begin + (at + 1) * minute}}`

/** Sends the frames of all minutes one by one, and waits where the client does not read. */
const send = (peer: Service.Peer) => {
  let [at, ticker] = [0, 0]
  const some = (): void => {
    while (at < minutes) {
      const count = Math.min(perFrame, tickers - ticker)
      const events = Array.from({ length: count }, (_, index) => bar(ticker + index, at))
      ticker += count
      if (ticker === tickers) {
        ticker = 0
        at += 1
      }
      if (!peer.send(`[${events.join()}]`)) return void peer.socket.once("drain", some)
    }
  }
  some()
}

const main = Effect.gen(function* () {
  console.log(`Listening on ${yield* Service.serve({ subscribed: send })}`)
  return yield* Effect.never
})

Effect.runFork(Effect.scoped(main))
