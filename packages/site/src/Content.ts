/**
 * All pages of the site as Markdown, from the sources of the repository: `docs`, the catalogue, the examples.
 *
 * @module
 */
import * as Catalog from "@candela/catalog/Catalog"
import * as Search from "@candela/catalog/Search"
import { make as catalogOf } from "@candela/pages/catalog"
import type * as Data from "@candela/pages/common/Catalog"
import * as Routes from "@candela/sandbox/routes/Routes"
import { readFileSync, readdirSync, existsSync } from "node:fs"
import { join, sep } from "node:path"
import type { Target } from "./browser/search.js"
import * as Docs from "./Docs.js"
import * as EndpointPage from "./EndpointPage.js"
import * as ExamplePage from "./ExamplePage.js"
import * as Figures from "./Figures.js"
import * as Guides from "./Guides.js"
import { code, frontmatter, page, table, text } from "./Markdown.js"
import * as Navigation from "./Navigation.js"

/** Content of the site. */
export interface Content {
  /** Texts of files, by path in the folder of pages. */
  readonly files: ReadonlyMap<string, string>
  /** Copied files of the repository, by path on the site. */
  readonly assets: ReadonlyMap<string, string>
}

/** Makes the catalogue for the pages of the sandbox. */
export const catalog = (root: string): Data.Catalog =>
  // Through JSON, so that fields omitted there are also omitted here.
  JSON.parse(
    JSON.stringify(catalogOf(JSON.parse(readFileSync(join(root, "packages/sandbox/openapi.json"), "utf8")))),
  ) as Data.Catalog

/** Makes the pages of all endpoints, the data of their forms, and that of the search. */
export const endpointPages = ({ errors, services }: Data.Catalog): ReadonlyMap<string, string> => {
  const files = new Map<string, string>()
  const targets: Array<Target> = []
  for (const endpoint of services.flatMap(({ endpoints }) => endpoints)) {
    const entry = Catalog.find(endpoint.name)!
    const route = Routes.all.find((one) => one.endpoint.name === endpoint.name)
    const { limitedByPlan = false } = route ?? {}
    const facts = { endpoint, entry, errors, limitedByPlan }
    files.set(`${EndpointPage.pathOf(endpoint)}.md`, EndpointPage.make(facts))
    const { name, parameters, path } = endpoint
    files.set(`public/try/${name}.json`, JSON.stringify({ name, parameters, path }))
    targets.push({
      ...Search.wordsOf(entry),
      path: `${EndpointPage.pathOf(endpoint)}.html`,
      title: EndpointPage.titleOf(endpoint),
    })
  }
  files.set("public/search.json", JSON.stringify(targets))
  return files
}

const endpointIndex = ({ services }: Data.Catalog): string =>
  page(
    frontmatter({ title: "Endpoints", description: "Every endpoint, each on a page of its own" }),
    "# Endpoints",
    `${services.flatMap(({ endpoints }) => endpoints).length} endpoints in ${services.length} services. ${code("candela search")} and the search at the top find them by the words of a question. A sandbox serves the same as an OpenAPI 3.1 document at ${code("/openapi.json")}.`,
    ...services.flatMap(({ className, endpoints, text: words }) => [
      `## ${className}`,
      text(words),
      table(
        ["method", "gives"],
        endpoints.map((endpoint) => [
          `[${code(endpoint.method)}](/${EndpointPage.pathOf(endpoint)})`,
          text(endpoint.summary),
        ]),
      ),
    ]),
  )

const read = (root: string, file: string) => readFileSync(join(root, file), "utf8")

const examplesIn = (root: string) =>
  readdirSync(join(root, "examples/src"))
    .filter((file) => file.endsWith(".ts"))
    .sort()
    .map((file) => {
      const name = file.slice(0, -".ts".length)
      const expected = `examples/src/${name}.txt`
      return {
        name,
        source: read(root, `examples/src/${file}`),
        output: existsSync(join(root, expected)) ? read(root, expected) : undefined,
      }
    })

/** Makes the content of the site from the root of the repository. */
export const make = (root: string): Content => {
  const data = catalog(root)
  const files = new Map(endpointPages(data))
  files.set("reference/index.md", endpointIndex(data))

  const guide = (file: string, path: string) => {
    const markdown = read(root, file)
    files.set(`${path}.md`, Guides.pageOf(file, markdown))
    return { title: Guides.titleOf(markdown), link: `/${path}` }
  }
  const guides = Guides.groups.map(({ pages, title }) => ({
    title,
    pages: pages.map((name) => guide(`docs/${name}.md`, `guides/${name}`)),
  }))
  guides.at(-1)!.pages.push(guide("SECURITY.md", "guides/security"))

  const measurements = Figures.pageOf(Docs.runs(Docs.reader(root)), Docs.promises(Docs.reader(root)))
  if (measurements !== undefined) {
    files.set("guides/measurements.md", measurements)
    guides.at(-1)!.pages.push({ title: "Measurements", link: "/guides/measurements" })
  }

  const examples = examplesIn(root)
  for (const { name, output, source } of examples) {
    files.set(`examples/${name}.md`, ExamplePage.make(name, source, output))
  }
  files.set(
    "examples/index.md",
    page(
      frontmatter({ title: "Examples", description: "Programs that run, with what they print" }),
      "# Examples",
      "Each is a program of one file. The tests run all of them against the sandbox and compare what they print.",
      table(
        ["example", "shows"],
        examples.map(({ name, source }) => [
          `[${ExamplePage.titleOf(name)}](/examples/${name})`,
          text(ExamplePage.summary(source)),
        ]),
      ),
    ),
  )
  const pages = examples.map(({ name }) => ({ title: ExamplePage.titleOf(name), link: `/examples/${name}` }))
  files.set("navigation.json", JSON.stringify(Navigation.make(guides, data.services, pages), null, 2))
  files.set("index.md", read(root, "packages/site/vitepress/front.md"))

  const images = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .map((file) => file.split(sep).join("/"))
    .filter((file) => /^([\w-]+\/)?[\w-]+\.(png|svg)$/.test(file))
  return {
    files,
    assets: new Map([
      ...images.map((file) => [`public/${file}`, `docs/${file}`] as const),
      ["public/favicon.svg", "packages/pages/src/favicon.svg"],
    ]),
  }
}
