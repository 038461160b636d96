/** The pages of the endpoints: each endpoint of the catalogue has one, and a new one needs no line here. */
import * as Catalog from "@candela/catalog/Catalog"
import * as Plans from "@candela/sandbox/access/Subscription"
import { assert, describe, it } from "@effect/vitest"
import * as Content from "../src/Content.js"
import * as EndpointPage from "../src/EndpointPage.js"
import { blocks } from "../src/Snippets.js"
import { catalog, content } from "./support.js"

const endpoints = catalog.services.flatMap(({ endpoints }) => endpoints)

describe("pages of endpoints", () => {
  it("has a page for each endpoint of the catalogue, and what its form loads", () => {
    const { files } = content()
    for (const { method, name, service } of Catalog.endpoints) {
      const path = EndpointPage.pathOf({ method, service })
      assert.include(files.get(`${path}.md`), `endpoint: "${name}"`)
      assert.strictEqual((JSON.parse(files.get(`public/try/${name}.json`)!) as { name: string }).name, name)
      assert.include(files.get("reference/index.md"), `(/${path})`)
      assert.include(files.get("navigation.json"), `"/${path}"`)
    }
  })

  it("makes the page of an endpoint that is new", () => {
    const [first] = endpoints
    const services = [{ className: "Stocks", text: "", endpoints: [{ ...first!, method: "newerBars" }] }]
    const pages = Content.endpointPages({ ...catalog, services })
    assert.deepStrictEqual(
      [...pages.keys()],
      ["reference/stocks/newer-bars.md", "public/try/stocks.bars.json", "public/search.json"],
    )
  })

  it("says each parameter, each field, each error, and the request in three languages", () => {
    const { files } = content()
    for (const endpoint of endpoints) {
      const { around, errors, fields, name, parameters, path } = endpoint
      const page = files.get(`${EndpointPage.pathOf(endpoint)}.md`)!
      assert.include(page, `<code v-pre>${path.replaceAll("/", "<wbr>/")}</code>`, name)
      for (const { limits, name: parameter, text } of parameters) {
        const [base] = parameter.split(/\.(?=[a-z]+(?:_of)?$)/)
        assert.include(page, `\`${base}\``, `${name}: ${parameter}`)
        for (const limit of limits) assert.include(page, limit, `${name}: ${parameter}`)
        assert.isNotEmpty(text, `${name}: ${parameter}`)
      }
      for (const { path: field } of [...fields, ...around]) assert.include(page, `\`${field}\``, name)
      for (const error of errors.filter((one) => one !== "NotEntitled"))
        assert.include(page, `| ${catalog.errors[error]!.status} |`, name)
      const languages = blocks(page).map(({ language }) => language)
      assert.deepStrictEqual(languages, ["ts", "sh", "sh", "json", "json"], name)
      assert.include(page, `candela ${endpoint.service} `, name)
      assert.include(page, "curl 'http://127.0.0.1:8787/", name)
      assert.match(page, /Authorization: Bearer \$MARKET_DATA_API_KEY/, name)
    }
  })

  it("says once of an endpoint that its rows are made up", () => {
    const { files } = content()
    const said = endpoints.map((endpoint) => {
      const page = files.get(`${EndpointPage.pathOf(endpoint)}.md`)!
      return page.slice(page.indexOf("\n---\n")).split("Synthetic in the sandbox").length - 1
    })
    assert.deepStrictEqual([...new Set(said)].sort(), [0, 1])
  })

  it("shows an answer as a table wherever it has rows", () => {
    const { files } = content()
    const without = endpoints.filter(
      (endpoint) =>
        !/figures are synthetic\.\n\n<div class="rows">\n\n\| /.test(files.get(`${EndpointPage.pathOf(endpoint)}.md`)!),
    )
    assert.deepStrictEqual(
      without.map(({ name }) => name),
      [],
    )
  })

  it("has the rules of plans where plans limit what is shown, and only there", () => {
    const { files } = content()
    const bars = files.get("reference/stocks/bars.md")!
    for (const { name } of Object.values(Plans.plans)) assert.include(bars, `| \`${name}\` |`)
    const dividends = files.get("reference/stocks/dividends.md")!
    assert.include(dividends, "Reference data are the same on every plan.")
    assert.notInclude(dividends, "| 403 |")
    assert.include(bars, "| 403 |")
  })

  it("leaves nothing that VitePress would compile", () => {
    for (const [path, text] of content().files) {
      if (!path.endsWith(".md")) continue
      const prose = text.replaceAll(/```[^]*?```/g, "").replaceAll(/`[^`\n]*`/g, "")
      assert.notMatch(prose, /\{\{/, path)
    }
  })
})
