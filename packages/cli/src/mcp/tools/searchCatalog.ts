/** The tool `search_catalog`. */
import * as Catalog from "@candela/catalog/Catalog"
import * as Text from "@candela/catalog/Text"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Answer from "../Answer.js"
import * as Documents from "../Documents.js"
import * as ModelTool from "../ModelTool.js"

/** Default number of endpoints in an answer. */
const usual = 5

const parameters = {
  words: Schema.String.annotations({
    description: "What the data are about: dividends, minute bars of futures, inflation.",
  }),
  most: Schema.optional(
    Schema.Int.pipe(Schema.between(1, 20)).annotations({
      description: `The most endpoints of the answer, from 1 to 20. Default ${usual}.`,
    }),
  ),
}

const description = `Finds endpoints of market data by words, of ${Catalog.endpoints.length}: name, what it gives, parameters (required ones first) and fields. Use it first; describe_endpoint says more of one.`

const outline = (entry: Catalog.Entry): object => {
  const isRequired = ({ declaration }: Catalog.Entry["parameters"][number]) => declaration.presence === "required"
  const names = (required: boolean) =>
    entry.parameters.filter((one) => isRequired(one) === required).map(({ name }) => name)
  return {
    endpoint: entry.name,
    text: Text.ofEndpoint(entry),
    required: names(true),
    optional: names(false),
    fields: entry.fields.map(({ path }) => path).slice(0, 60),
    example: entry.example,
  }
}

/** Makes the tool. */
export const make = (): ModelTool.ModelTool =>
  ModelTool.make("search_catalog", { title: "Find endpoints", description, parameters }, ({ most, words }) =>
    Effect.sync(() => {
      const found = Documents.search(words)
      return found.length === 0
        ? Answer.text(
            `Nothing is found for ${JSON.stringify(words)}. All endpoints: ${Catalog.endpoints.map(({ name }) => name).join(", ")}.`,
          )
        : Answer.json({ found: found.length, endpoints: found.slice(0, most ?? usual).map(outline) })
    }),
  )
