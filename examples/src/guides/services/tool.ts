import { Catalog } from "@candela/catalog"
import { MarketDataError } from "@candela/core"
import { Endpoint } from "@candela/core/declare"
import { Sandbox } from "@candela/sandbox"
import { Stocks } from "@candela/stocks"
import { LanguageModel, Tool, Toolkit } from "@effect/ai"
import { Console, Effect, Layer, Stream } from "effect"

const { dividends } = Stocks.endpoints

const toolkit = Toolkit.make(
  Tool.make("dividends", {
    description: Catalog.find(dividends.name)!.text,
    parameters: Catalog.annotate(Endpoint.requestSchema(dividends)).fields,
    success: Catalog.annotate(Endpoint.pageSchema(dividends)),
    failure: MarketDataError,
    failureMode: "return", // the model reads what is wrong, and asks again
  }),
)

const Tools = toolkit
  .toLayer(
    Effect.map(Stocks, (stocks) => ({ dividends: (request: Stocks.DividendsRequest) => stocks.dividends(request) })),
  )
  .pipe(Layer.provide(Stocks.layer), Layer.provide(Sandbox.layer()))

// A model of a provider, such as those of @effect/ai-anthropic, takes the place of this one, which
// always calls the tool.
const call = { ticker: "KO", "ex_dividend_date.gte": "2025-01-01", sort: ["ex_dividend_date.desc"], limit: 1 }
const Model = Layer.effect(
  LanguageModel.LanguageModel,
  LanguageModel.make({
    generateText: () => Effect.succeed([{ type: "tool-call", id: "1", name: "dividends", params: call }]),
    streamText: () => Stream.empty,
  }),
)

const program = Effect.gen(function* () {
  const { properties } = Tool.getJsonSchema(toolkit.tools.dividends) as { readonly properties: Record<string, unknown> }
  for (const name of ["ex_dividend_date.gte", "frequency", "limit"]) {
    yield* Console.log(`${name}: ${JSON.stringify(properties[name])}`)
  }
  const { toolResults } = yield* LanguageModel.generateText({ prompt: "What did KO pay last?", toolkit })
  for (const { result } of toolResults) {
    const said =
      "results" in result ? result.results.map(({ cash_amount }) => `$${cash_amount}`).join() : result.message
    yield* Console.log(`the tool returns: ${said}`)
  }
})

await Effect.runPromise(Effect.provide(program, Layer.merge(Model, Tools)))
