import { MarketDataError } from "@candela/core"
import { Endpoint } from "@candela/core/declare"
import { Sandbox } from "@candela/sandbox"
import { Stocks } from "@candela/stocks"
import { Activity, Workflow, WorkflowEngine } from "@effect/workflow"
import { Console, Effect, Layer, Schema } from "effect"

const { dividends } = Stocks.endpoints

const Income = Workflow.make({
  name: "Income",
  payload: Endpoint.requestSchema(dividends),
  success: Schema.Struct({ payments: Schema.Number, cash: Schema.Number }),
  error: MarketDataError,
  idempotencyKey: (request) => JSON.stringify(request),
})

const IncomeLive = Income.toLayer((request) =>
  Effect.gen(function* () {
    const { results } = yield* Activity.make({
      name: "dividends",
      success: Endpoint.pageSchema(dividends),
      error: MarketDataError,
      execute: Effect.gen(function* () {
        yield* Console.log(`requesting the dividends of ${request.ticker}`)
        return yield* (yield* Stocks).dividends(request)
      }),
    })
    return { payments: results.length, cash: results.reduce((sum, { cash_amount = 0 }) => sum + cash_amount, 0) }
  }),
).pipe(Layer.provide(Stocks.layer), Layer.provide(Sandbox.layer()))

const program = Effect.gen(function* () {
  const request = { ticker: "KO", "ex_dividend_date.gte": "2024-01-01", "ex_dividend_date.lt": "2025-01-01" }
  for (const _ of ["first", "second"]) {
    const { cash, payments } = yield* Income.execute(request)
    yield* Console.log(`${payments} payments of 2024: $${cash.toFixed(3)} per share`)
  }
  const error = yield* Effect.flip(Income.execute({ ...request, "ex_dividend_date.lt": "2023-01-01" }))
  yield* Console.log(`${error._tag}: ${error.message}`)
})

await Effect.runPromise(Effect.provide(program, IncomeLive.pipe(Layer.provideMerge(WorkflowEngine.layerMemory))))
