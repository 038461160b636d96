/**
 * A first look: starts the sandbox, and streams a real history and a large one through the library over HTTP.
 */
import { MarketData } from "@candela/core"
import { NodeClient } from "@candela/node"
import { Stocks } from "@candela/stocks"
import * as NodeContext from "@effect/platform-node/NodeContext"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Cause, Console, Effect, Layer } from "effect"
import * as Comparison from "./Comparison.js"
import * as Processes from "./Processes.js"
import * as RealData from "./RealData.js"

const key = "quickstart"

const program = Effect.gen(function* () {
  yield* Console.log("Starting the sandbox (it makes a million synthetic minute bars once) ...")
  const url = yield* Processes.startSandbox([
    ...["--dataset", "quickstart", "--key", key, "--no-gzip", "--log", "none"],
    ...["--import", `${RealData.file}:SPX:volume=volume`],
  ])
  yield* Console.log(`The sandbox answers at ${url}.`)

  const Live = Stocks.layer.pipe(
    Layer.provide(MarketData.layer({ baseUrl: url, apiKey: key })),
    Layer.provide(NodeClient.layer),
  )
  yield* Effect.gen(function* () {
    yield* Console.log("\n1. Real data: daily bars of the S&P 500, imported as SPX\n")
    yield* RealData.run
    yield* Console.log("\n2. Scale: a million minute bars of eight tickers. The prices are synthetic.\n")
    yield* Comparison.run(url, key)
  }).pipe(Effect.provide(Live))
  yield* Console.log(
    "\nNext: run ./scripts/sandbox, and open the explorer in a browser: http://127.0.0.1:8787/#key=sandbox" +
      "\nThen read README.md, look into examples/src, and write your own program.",
  )
})

const explained = Effect.tapErrorCause(Effect.scoped(program), (cause) =>
  Console.error(
    `\nThe quickstart failed: ${Cause.prettyErrors(cause)
      .map((error) => error.message)
      .join("\n")}`,
  ),
)

NodeRuntime.runMain(explained.pipe(Effect.provide(NodeContext.layer)), {
  disableErrorReporting: true,
  disablePrettyLogger: true,
})
