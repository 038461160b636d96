import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { createCssVariablesTheme } from "shiki"
import { defineConfig } from "vitepress"
import { wordsFor } from "../../dist/EndpointPage.js"
import { slug } from "../../dist/Markdown.js"

const { nav, sidebar } = JSON.parse(readFileSync(new URL("../bundle/navigation.json", import.meta.url), "utf8"))

const variables = createCssVariablesTheme()

/** Whether lines of a text stand below one another in columns: a table, or a chart of the terminal. */
const isAligned = (text = "") => /[─│┤├]|\S {2,}\S.*\n.*\S {2,}\S/.test(text)

/** Parts of a text, of which every other one is a word with hyphens: `--sandbox`, `2025-06-30`. */
const byHyphens = (text) => text.split(/([^\s"`'(),]*-[^\s"`'(),]*)/)

/** Whether a part is a word that fits on a line, behind whose hyphens none breaks. */
const isWhole = (text, part) => part % 2 === 1 && text.length <= 24

/** Words with hyphens in elements of their own. */
const unbroken = (child) =>
  child.type !== "text" || !child.value.includes("-")
    ? [child]
    : byHyphens(child.value).map((value, part) => {
        const text = { type: "text", value }
        const properties = { class: "unbroken" }
        return isWhole(value, part) ? { type: "element", tagName: "span", properties, children: [text] } : text
      })

/**
 * Colours by classes: the Content-Security-Policy forbids styles in elements. Columns keep their lines, and a browser
 * breaks no line behind a hyphen of a date or an option.
 */
const classesOfTokens = {
  name: "candela:classes",
  pre(node) {
    delete node.properties.style
    if (["txt", "text", ""].includes(this.options.lang))
      this.addClassToHast(node, isAligned(this.source) ? "aligned" : "prose")
  },
  span(node) {
    const [, token] = /--shiki-(?:token-)?([\w-]+)/.exec(node.properties.style ?? "") ?? []
    delete node.properties.style
    if (token !== undefined && token !== "foreground") node.properties.class = `token-${token}`
    node.children = node.children.flatMap(unbroken)
  },
}

/** A long word of code in a cell, which may go on below between its own words: `candela_<wbr>rows_<wbr>total`. */
const breakable = (escaped) =>
  escaped.replaceAll(/[\w.:/]{13,}/g, (word) =>
    word.replaceAll(/(?<=[_/])(?=[^_/])|(?<=\w)(?=\.)|(?<=[a-z])(?=[A-Z])/g, "<wbr>"),
  )

/** Inline code breaks no line behind a hyphen, either, and the text none in a date. */
const unbrokenWords = (markdown) => {
  const { escapeHtml } = markdown.utils
  const { rules } = markdown.renderer
  rules.code_inline = (tokens, index) => {
    const { content, meta } = tokens[index]
    const words = byHyphens(content).map((text, part) => {
      const code = meta?.isInCell ? breakable(escapeHtml(text)) : escapeHtml(text)
      return isWhole(text, part) ? `<span class="unbroken">${code}</span>` : code
    })
    return `<code v-pre>${words.join("")}</code>`
  }
  rules.text = (tokens, index) =>
    escapeHtml(tokens[index].content).replaceAll(/\b\d{4}-\d\d-\d\d\b/g, '<span class="unbroken">$&</span>')
}

/** Columns of numbers have a class, and so have cells that stay in one line, and those of sentences. */
const classesOfCells = (markdown) => {
  const { renderToken } = markdown.renderer
  for (const rule of ["th_open", "td_open"]) {
    markdown.renderer.rules[rule] = (tokens, index, options) => {
      const [, side] = /text-align:(\w+)/.exec(tokens[index].attrGet("style") ?? "") ?? []
      const { children, content } = tokens[index + 1]
      for (const child of children) child.meta = { isInCell: true }
      const classes = [
        ...(side === undefined ? [] : [`align-${side}`]),
        ...(content.length <= 12 ? ["short"] : []),
        ...(content.length > 40 && rule === "td_open" ? ["sentence"] : []),
      ]
      tokens[index].attrs = classes.length === 0 ? null : [["class", classes.join(" ")]]
      return renderToken.call(markdown.renderer, tokens, index, options)
    }
  }
}

/**
 * Ranks the results of the search box as the library's own search does. The box has no option for it: this replaces
 * its only call of the index.
 */
const ranked = {
  name: "candela:ranked",
  enforce: "pre",
  transform: (code, id) => {
    if (!id.endsWith("/VPLocalSearchBox.vue")) return undefined
    const call = /index\s*\.search\(filterTextValue\)/
    const script = "import { dataSymbol,"
    if (!call.test(code) || !code.includes(script)) throw new Error("VitePress has another search box: see config.mjs.")
    const rank = fileURLToPath(new URL("theme/rank.js", import.meta.url))
    return code
      .replace(call, "(await rank(filterTextValue, index.search(filterTextValue)))")
      .replace(script, `import { rank } from ${JSON.stringify(rank)}\n${script}`)
  },
}

export default defineConfig({
  srcDir: "bundle",
  outDir: "../bundle/site",
  cacheDir: "node_modules/.cache/vitepress",
  base: process.env.CANDELA_SITE_BASE ?? "/",
  title: "Candela",
  description: "A market-data client for Effect, and a sandbox that serves the same API",
  lang: "en",
  head: [["link", { rel: "icon", type: "image/svg+xml", href: `${process.env.CANDELA_SITE_BASE ?? "/"}favicon.svg` }]],
  // The links of the finished pages are checked, those into the API reference too.
  ignoreDeadLinks: true,
  // It would write a style element while the theme changes.
  appearance: { disableTransition: false },
  metaChunk: true,
  markdown: {
    theme: variables,
    // The first block of a highlighter has wrong colours.
    shikiSetup: async (highlighter) => {
      await highlighter.loadLanguage("ts")
      highlighter.codeToHtml("const one = 1", { lang: "ts", theme: variables })
    },
    codeTransformers: [classesOfTokens],
    anchor: { slugify: slug },
    headers: { slugify: slug },
    toc: { slugify: slug },
    config: (markdown) => {
      classesOfCells(markdown)
      unbrokenWords(markdown)
    },
  },
  themeConfig: {
    nav,
    sidebar,
    outline: [2, 3],
    search: {
      provider: "local",
      options: {
        /**
         * Indexes a page of an endpoint with the words in which people ask for it: the search of
         * the command and of the other pages finds it by them, too.
         */
        _render: (source, env, markdown) => {
          const html = markdown.render(source, env)
          if (env.frontmatter?.search === false) return ""
          const words = wordsFor(env.relativePath)
          return words.length === 0 ? html : html.replace(/(<\/h1>)/, `$1<p>${words.join(", ")}</p>`)
        },
      },
    },
    notFound: {
      title: "There is no such page",
      quote: "It may have moved. The search at the top finds guides, endpoints and examples by their words.",
      linkText: "To the front page",
      linkLabel: "To the front page",
    },
    footer: {
      message: "MIT licence. Candela is not affiliated with Massive. Every figure of the sandbox is synthetic.",
    },
  },
  vite: {
    configFile: false,
    plugins: [ranked],
    publicDir: fileURLToPath(new URL("../bundle/public", import.meta.url)),
    build: { chunkSizeWarningLimit: 2_000 },
  },
})
