/**
 * The pages of the repository: blocks of code are their sources, tables are their results, and links lead somewhere.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Docs from "../src/Docs.js"
import * as Guides from "../src/Guides.js"
import * as Snippets from "../src/Snippets.js"
import { content, exists, read, root } from "./support.js"

const pages = Docs.pages(root)

/** Blocks that no test runs, by page, with the reason. */
const unsourced: Readonly<Record<string, readonly [blocks: number, reason: string]>> = {
  ...Object.fromEntries(
    Object.entries({
      ...{
        alternative: 1,
        backfill: 3,
        catalog: 2,
        cli: 3,
        core: 1,
        crypto: 1,
        filings: 1,
        benzinga: 1,
        etfglobal: 1,
        tmx: 1,
        economy: 1,
        files: 2,
        forex: 1,
        futures: 1,
      },
      ...{
        history: 3,
        indices: 1,
        options: 1,
        market: 1,
        node: 2,
        reference: 1,
        sandbox: 7,
        snapshots: 1,
        stocks: 1,
        testing: 9,
      },
    }).map(([name, blocks]) => [
      `packages/${name}/README.md`,
      [blocks, "one installs; the others are short forms of what the guides and the tests of the package run"],
    ]),
  ),
  "CONTRIBUTING.md": [1, "commands of this repository, which its own tests run"],
  "README.md": [3, "commands of this repository, which its own tests run; one serves until Ctrl-C"],
  "packages/site/vitepress/front.md": [1, "it serves until Ctrl-C"],
  "docs/first-program.md": [
    4,
    "one installs from the registry, which the smoke test does; two draw and serve, as the tests of the command do; one runs the program, which runs",
  ],
  "docs/backfill.md": [5, "they serve until Ctrl-C, or need a PostgreSQL; the tests of the command run their like"],
  "docs/from-python.md": [
    7,
    "they need pandas, pyarrow, Polars and DuckDB for Python, which the tests do not install; run by hand, with the versions on the page",
  ],
  "docs/gallery.md": [1, "it compiles the examples; the step examples runs each of them"],
  "docs/history.md": [1, "it installs from the registry, which the smoke test does"],
  "docs/stores.md": [1, "it needs an object store"],
  "docs/installing.md": [1, "it installs from the registry; the smoke test installs the tarballs"],
  "docs/speed.md": [1, "it bundles a file of the reader's"],
}

describe("the pages of the repository", () => {
  it("show blocks of code and tables as their sources have them (./scripts/site --update writes them)", () => {
    assert.deepStrictEqual(
      pages.flatMap((page) => Docs.check(page, read(page)!, read).problems),
      [],
    )
  })

  it("have no block that nobody runs, beyond those that are listed", () => {
    const found = pages.flatMap((page) => {
      const { length } = Snippets.unsourced(read(page)!)
      return length === (unsourced[page]?.[0] ?? 0) ? [] : [`${page}: ${length} blocks name no source`]
    })
    assert.deepStrictEqual(found, [])
  })

  it("have only whole programs, which a reader can paste", () => {
    const regions = pages.flatMap((page) =>
      Snippets.blocks(read(page)!).flatMap(({ content, language, line }) =>
        !["ts", "js"].includes(language) || Snippets.isWhole(content) ? [] : [`${page}:${line}`],
      ),
    )
    assert.deepStrictEqual(regions, [])
  })

  it("have links that lead to files and headings", () => {
    assert.deepStrictEqual(
      pages.flatMap((page) => Docs.deadLinks(page, read(page)!, read, exists)),
      [],
    )
  })

  it("are in the navigation of the site, each once", () => {
    const shown = Guides.groups.flatMap((group) => group.pages)
    const expected = pages.flatMap((page) => /^docs\/([\w-]+)\.md$/.exec(page)?.[1] ?? [])
    assert.sameMembers([...shown, "endpoints"], expected)
    for (const name of shown) assert.isDefined(content().files.get(`guides/${name}.md`), name)
  })

  it("name, call by call, what the test of the vendor's client compares", () => {
    const test = read("packages/sandbox/test/contract/vendor.all.test.ts")!
    const page = read("docs/from-the-vendors-client.md")!
    const pairs = Array.from(test.matchAll(/\[\s*"(\w+\.\w+)",\s*"(\w+)",/g), ([, ours, theirs]) => [theirs, ours])
    assert.isAbove(pairs.length, 40)
    for (const [theirs, ours] of pairs) assert.match(page, new RegExp(`\\| \`${theirs}\` +\\| \`${ours}\` +\\|`))
  })
})

describe("the check of blocks", () => {
  const files: Readonly<Record<string, string>> = {
    "a.ts":
      "/** A page's. */\nconst one = 1\nif (one) {\n  // #region two\n  const two = 2\n\n  const three = 3\n  // #endregion\n}\n",
    "a.sh": "# #region go\nls\n# #endregion\n",
  }
  const readFile = (path: string) => files[path]
  const page = (source: string, content: string) => `# T\n\n<!-- ${source} -->\n\n\`\`\`ts\n${content}\`\`\`\n\nEnd.\n`
  const two = "const two = 2\n\nconst three = 3\n"

  it("accepts a block that is its region, without the indentation", () => {
    assert.deepStrictEqual(Snippets.check("p.md", page("a.ts#two", two), readFile).problems, [])
  })

  it("finds a block that differs, and writes it", () => {
    for (const before of ["const two = 3\n", "", "a\nb\nc\nd\ne\n"]) {
      const { problems, text } = Snippets.check("p.md", page("a.ts#two", before), readFile)
      assert.deepStrictEqual(problems, ["p.md:5: the block differs from a.ts#two"])
      assert.strictEqual(text, page("a.ts#two", two))
    }
  })

  it("takes a whole file without its introduction and its marks", () => {
    const { text } = Snippets.check("p.md", page("a.ts", ""), readFile)
    assert.strictEqual(text, page("a.ts", "const one = 1\nif (one) {\n  const two = 2\n\n  const three = 3\n}\n"))
  })

  it("finds sources that are not there", () => {
    for (const source of ["b.ts", "a.ts#four", "a.sh#two"])
      assert.deepStrictEqual(Snippets.check("p.md", page(source, ""), readFile).problems, [
        `p.md:5: there is no ${source}`,
      ])
  })

  it("tells a program from a part of one", () => {
    assert.isTrue(Snippets.isWhole('import { Stocks } from "@candela/stocks"\n\nconsole.log(Stocks)'))
    for (const part of [
      "const one = 1",
      'import { one } from "./one.js"',
      'import { Effect } from "effect"\n\nyield* Effect.void',
    ])
      assert.isFalse(Snippets.isWhole(part), part)
  })

  it("names blocks without a source, of languages that are run", () => {
    const markdown = "```ts\na\n```\n\n```\nb\n```\n\n<!-- a.sh#go -->\n\n```sh\nls\n```\n\n```sh\nls\n```\n"
    assert.deepStrictEqual(
      Snippets.unsourced(markdown).map(({ line }) => line),
      [1, 15],
    )
  })
})

describe("the check of links", () => {
  const files: Readonly<Record<string, string>> = { "docs/a.md": "# A b\n\n## A b\n\n## `c`, d\n", "x.ts": "" }
  const dead = (link: string) =>
    Docs.deadLinks(
      "docs/a.md",
      `See [\`it\`](${link}).`,
      (path) => files[path],
      (path) => path in files,
    )

  it("follows files, headings, repeated headings, and none in blocks of code", () => {
    for (const link of ["a.md", "a.md#a-b", "a.md#a-b-1", "a.md#c-d", "../x.ts", "https://example.com/none"])
      assert.deepStrictEqual(dead(link), [], link)
    assert.deepStrictEqual(Guides.linksOf("```\n[a](none.md)\n```\n"), [])
  })

  it("finds those that lead nowhere", () => {
    for (const link of ["b.md", "a.md#e", "../docs/b.md", "../../x.ts#1", "#none"].filter(
      (one) => one !== "../../x.ts#1",
    ))
      assert.lengthOf(dead(link), 1, link)
  })
})
