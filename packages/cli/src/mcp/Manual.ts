/**
 * Pages of the manual, shipped with the package: `docs` of the repository.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Assets from "../Assets.js"

/** Page of the manual. */
export interface ManualPage {
  readonly uri: string
  /** Title of the page. */
  readonly name: string
  /** First sentence of the page. */
  readonly description: string
  /** Text of the page, as Markdown. */
  readonly text: string
}

const prefix = "candela://docs/"

const repository = "https://github.com/candela-effect/candela/blob/main/"

/** Rewrites links: between pages to their resources, others to the repository. */
const linked = (markdown: string): string =>
  markdown
    .replace(/\]\(([\w-]+)\.md(?=[#)])/g, `](${prefix}$1`)
    .replace(/\]\(([\w-]+\/[\w-]+\.md)/g, `](${repository}docs/$1`)
    .replace(/\]\(\.\.\//g, `](${repository}`)

const pageOf = (file: string, markdown: string): ManualPage => {
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
export const pages: Effect.Effect<ReadonlyArray<ManualPage>> = Effect.flatMap(Assets.names("docs"), (files) =>
  Effect.forEach(files, (file) => Effect.map(Assets.read(`docs/${file}`), (text) => pageOf(file, text)), {
    concurrency: "unbounded",
  }),
)
