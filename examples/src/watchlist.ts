/**
 * A watchlist of all markets: single look-ups, gathered into one request. Each ticker has its own answer, or its own error.
 */
import { Sandbox } from "@candela/sandbox"
import { Snapshots } from "@candela/snapshots"
import { Console, Effect, Layer } from "effect"

const watchlist = ["AAPL", "BRK.B", "C:EURUSD", "X:BTCUSD", "AAPL", "TYPO"]

const line = (ticker: string) =>
  Effect.gen(function* () {
    const snapshots = yield* Snapshots
    const { market_status: market = "", session } = yield* snapshots.get(ticker)
    const percent = session?.change_percent.toFixed(2) ?? ""
    return `${ticker.padEnd(10)} ${String(session?.close).padStart(12)} ${percent.padStart(7)} %  ${market}`
  }).pipe(Effect.catchTag("NotFound", () => Effect.succeed(`${ticker.padEnd(10)} is not known`)))

const program = Effect.gen(function* () {
  const lines = yield* Effect.forEach(watchlist, line, { concurrency: "unbounded" })
  yield* Console.log(lines.join("\n"))
})

const Live = Snapshots.layer.pipe(Layer.provide(Sandbox.layer()))

Effect.runPromise(Effect.provide(program, Live))
