/**
 * The pages of the manual, which the package has with it: `docs` of the repository.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Assets from "../Assets.js"

/** A page of the manual. */
export interface Page {
  readonly uri: string
  /** Its title. */
  readonly name: string
  /** Its first sentence. */
  readonly description: string
  /** Its text, as Markdown. */
  readonly text: string
}

const prefix = "candela://docs/"

const repository = "https://github.com/candela-effect/candela/blob/main/"

/** Links between pages lead to their resources, others to the repository. */
const linked = (markdown: string): string =>
  markdown.replace(/\]\(([\w-]+)\.md(?=[#)])/g, `](${prefix}$1`).replace(/\]\(\.\.\//g, `](${repository}`)

const pageOf = (file: string, markdown: string): Page => {
  const [title = "", ...paragraphs] = markdown.split("\n\n")
  const [first = ""] = /^.*?[.:](?=\s|$)/s.exec(paragraphs[0] ?? "") ?? []
  return {
    uri: `${prefix}${file.replace(/\.md$/, "")}`,
    name: title.replace(/^# /, ""),
    description: linked(first).replace(/:$/, "."),
    text: linked(markdown),
  }
}

/** All pages. */
export const pages: Effect.Effect<ReadonlyArray<Page>> = Effect.flatMap(Assets.names("docs"), (files) =>
  Effect.forEach(files, (file) => Effect.map(Assets.read(`docs/${file}`), (text) => pageOf(file, text)), {
    concurrency: "unbounded",
  }),
)
