/**
 * A portfolio of three accounts, each watched by its own fiber. Every position is looked up by
 * itself, and the look-ups that are made in parallel are sent as one request, with each ticker once.
 * A ticker that is not known fails its own look-up alone.
 */
import { Sandbox } from "@candela/sandbox"
import { Snapshots } from "@candela/snapshots"
import { HttpClient } from "@effect/platform"
import { Console, Effect, Layer, Number } from "effect"

type Positions = Readonly<Record<string, readonly [quantity: number, cost: number]>>

const accounts: Readonly<Record<string, Positions>> = {
  growth: { AAPL: [120, 171.3], NVDA: [900, 24.85], "X:BTCUSD": [0.75, 41_250] },
  income: { AAPL: [40, 158.6], KO: [300, 58.42], TYPO: [10, 30] },
  hedged: { AAPL: [300, 184.95], "O:AAPL250718P00185000": [3, 4.1], "C:EURUSD": [20_000, 1.0835] },
}

const columns = (name: string, ...cells: ReadonlyArray<string | number>) =>
  name.padEnd(24) + cells.map((cell) => String(cell).padStart(12)).join("")

const valued = ([ticker, [quantity, cost]]: readonly [string, Positions[string]]) =>
  Effect.gen(function* () {
    const snapshots = yield* Snapshots
    const snapshot = yield* snapshots.get(ticker)
    const price = snapshot.session?.close ?? NaN
    const units = quantity * (snapshot.type === "options" ? (snapshot.details?.shares_per_contract ?? 1) : 1)
    const profit = units * (price - cost)
    return { line: columns(`  ${ticker}`, quantity, price, (units * price).toFixed(2), profit.toFixed(2)), profit }
  }).pipe(Effect.catchTag("NotFound", () => Effect.succeed({ line: `  ${ticker} is not known`, profit: 0 })))

const watched = ([name, positions]: readonly [string, Positions]) =>
  Effect.gen(function* () {
    const all = yield* Effect.forEach(Object.entries(positions), valued, {
      concurrency: "unbounded",
    })
    const profit = Number.sumAll(all.map(({ profit }) => profit))
    return [columns(name, "", "", "", profit.toFixed(2)), ...all.map(({ line }) => line)].join("\n")
  })

const requests: Array<string> = []
const tapped = HttpClient.tapRequest(({ url }) => Effect.sync(() => requests.push(decodeURIComponent(url))))

const program = Effect.gen(function* () {
  // One fiber an account, and in it one fiber a position.
  const tables = yield* Effect.forEach(Object.entries(accounts), watched, { concurrency: "unbounded" })
  yield* Console.log(columns("synthetic prices", "quantity", "price", "value", "profit"))
  yield* Console.log(tables.join("\n"))
  yield* Console.log(`\nrequests sent: ${requests.length}\n${requests.join("\n")}`)
})

const Live = Snapshots.layer.pipe(Layer.provide(Sandbox.layer({ transformClient: tapped })))

await Effect.runPromise(Effect.provide(program, Live))
