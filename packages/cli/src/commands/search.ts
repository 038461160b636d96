import * as Catalog from "@candela/catalog/Catalog"
import * as Search from "@candela/catalog/Search"
import * as CatalogText from "@candela/catalog/Text"
import * as Foreign from "@candela/core/internal/Foreign"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Command from "../command/Command.js"
import * as Option from "../command/Option.js"
import { Terminal } from "../terminal/Terminal.js"
import * as Wrap from "../terminal/Wrap.js"
import { line } from "./endpoints/Commands.js"
import { forPeople } from "./endpoints/Text.js"

const search = /* @__PURE__ */ Search.make(Catalog.endpoints)

const outline = (entry: Catalog.Entry) => ({
  endpoint: entry.name,
  summary: forPeople(CatalogText.summary(entry.text)),
  command: `candela ${line(entry, entry.example)}`,
})

/** `candela search`. */
export const command: Command.Command = Command.make("search", {
  summary: "Find the command for a question",
  text: "Searches the endpoints by the words of people: bitcoin price history, biggest losers today, P/E ratio. The best one comes first, each with a command that works in the sandbox. In a pipe, each is a JSON object on its line.",
  arguments: {
    words: {
      ...Option.repeated(
        { value: "WORDS", text: "What you look for.", example: "daily prices of a stock" },
        (texts): Either.Either<string, string> => Either.right(texts.join(" ")),
      ),
      required: true,
    },
  },
  options: {
    most: Option.withDefault(
      Option.whole({ value: "N", text: "The most commands.", min: 1, max: 100, example: "5" }),
      5,
    ),
  },
  examples: ["search bitcoin price history", "search 'P/E ratio' --most 1"],
  run: ({ most, words }) =>
    Effect.gen(function* () {
      const { err, out } = yield* Terminal
      const found = search(words).slice(0, most).map(outline)
      if (found.length === 0) {
        return yield* err.write(
          `No command is found for "${Foreign.show(words)}". Try other words; candela --help lists the services.\n`,
        )
      }
      if (!out.isTerminal) return yield* out.write(found.map((one) => `${JSON.stringify(one)}\n`).join(""))
      yield* out.write(
        found
          .map(({ command, endpoint, summary }) => `${endpoint}: ${Wrap.wrap(summary, 80)}\n  ${command}\n`)
          .join("\n"),
      )
    }),
})
