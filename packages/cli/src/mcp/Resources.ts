/**
 * Documents as resources.
 *
 * @module
 */
import * as McpSchema from "@effect/ai/McpSchema"
import { McpServer } from "@effect/ai/McpServer"
import * as Catalog from "@candela/catalog/Catalog"
import * as Text from "@candela/catalog/Text"
import * as Effect from "effect/Effect"
import * as Documents from "./Documents.js"
import type * as Manual from "./Manual.js"

const mimeType = "text/markdown"

interface Document {
  readonly uri: string
  readonly name: string
  readonly description: string
  readonly text: () => string
}

const documents = (manual: ReadonlyArray<Manual.ManualPage>): ReadonlyArray<Document> => [
  { uri: "candela://guide", name: "Guide", description: "How to work with the tools.", text: Documents.guide },
  ...manual.map((page) => ({ ...page, text: () => page.text })),
  ...Catalog.endpoints.map((entry) => ({
    uri: Documents.uriOf(entry),
    name: entry.name,
    description: Text.summary(entry.text),
    text: () => Documents.ofEndpoint(entry),
  })),
]

const contents = ({ text, uri }: Document) => ({ contents: [{ uri, mimeType, text: text() }] })

const prefix = Documents.uriOf({ name: "" })

/** Adds the documents to a server. */
export const register = (manual: ReadonlyArray<Manual.ManualPage>): Effect.Effect<void, never, McpServer> =>
  Effect.gen(function* () {
    const server = yield* McpServer
    const all = documents(manual)
    for (const document of all) {
      const { description, name, uri } = document
      yield* server.addResource(
        new McpSchema.Resource({ uri, name, description, mimeType }),
        Effect.sync(() => contents(document)),
      )
    }
    const names = Catalog.endpoints.map(({ name }) => name)
    yield* server.addResourceTemplate({
      template: new McpSchema.ResourceTemplate({
        uriTemplate: `${prefix}{name}`,
        name: "Endpoint",
        description: "Parameters and fields of an endpoint.",
        mimeType,
      }),
      // All other addresses come here too: the server would answer with nothing.
      routerPath: "*",
      completions: {
        name: (written) =>
          Effect.sync(() => {
            const values = names.filter((name) => name.startsWith(written)).slice(0, 100)
            return new McpSchema.CompleteResult({ completion: { values, total: values.length, hasMore: false } })
          }),
      },
      handle: (uri) =>
        Effect.suspend(() => {
          const document = all.find((one) => one.uri === uri)
          return document === undefined
            ? new McpSchema.InvalidParams({
                message: `There is no document ${uri}. ${uri.startsWith(prefix) ? Documents.suggestions(uri.slice(prefix.length)) : "Read candela://guide."}`,
              })
            : Effect.succeed(contents(document))
        }),
    })
  })
