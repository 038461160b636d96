/** The tool `describe_endpoint`. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Answer from "../Answer.js"
import * as Call from "../Call.js"
import * as Documents from "../Documents.js"
import * as ModelTool from "../ModelTool.js"

const parameters = {
  endpoint: Schema.String.annotations({ description: "Name of the endpoint, such as stocks.bars." }),
}

/** Makes the tool. The sandbox makes up the rows of the `synthetic` endpoints, and answers in this session. */
export const make = (synthetic: ReadonlySet<string>): ModelTool.ModelTool =>
  ModelTool.make(
    "describe_endpoint",
    {
      title: "Describe an endpoint",
      description:
        "Says what an endpoint takes and gives: each parameter with its words, bounds and default, the operators of its filters, a request that works, each field with its unit.",
      parameters,
    },
    ({ endpoint }) =>
      Effect.map(Call.find(endpoint), (entry) => Answer.text(Documents.describe(entry, synthetic.has(entry.name)))),
  )
