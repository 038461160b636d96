/** Task 4: the latest state of instruments of several markets, in one request. */
import { Sandbox } from "@candela/sandbox"
import { Snapshots } from "@candela/snapshots"
import { Console, Effect, Layer } from "effect"

const program = Effect.gen(function* () {
  const snapshots = yield* Snapshots
  const lines = yield* Effect.forEach(
    ["AAPL", "C:EURUSD", "X:BTCUSD", "ZZZZ"],
    (ticker) =>
      snapshots.get(ticker).pipe(
        Effect.map(({ session }) => `${ticker} ${session?.close}`),
        Effect.catchTag("NotFound", () => Effect.succeed(`${ticker} unknown`)),
      ),
    { concurrency: "unbounded" },
  )
  for (const line of lines) yield* Console.log(line)
})

await Effect.runPromise(Effect.provide(program, Snapshots.layer.pipe(Layer.provide(Sandbox.layer()))))
