import { assert, describe, it } from "@effect/vitest"
import * as Finish from "../src/Finish.js"

const page = (head: string, body: string) =>
  `<html><head><meta charset="utf-8">${head}</head><body>${body}</body></html>`

describe("a finished page", () => {
  it("says its policy before anything is loaded", () => {
    const { html } = Finish.strict(page('<link rel="stylesheet" href="/a.css">', ""), "/")
    assert.match(
      html,
      /^<html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'/,
    )
    assert.notInclude(Finish.policy, "unsafe")
  })

  it("has its scripts in files, in the order of the page, and no styles in elements", () => {
    const { html, scripts } = Finish.strict(
      page(
        '<script id="one">go()</script><script type="module" src="/app.js"></script>',
        '<p style="color:red" class="a">x</p>',
      ),
      "/base/",
    )
    const [[path, text]] = [...scripts] as [[string, string]]
    assert.strictEqual(text, "go()")
    assert.include(html, `<script id="one" src="/base/${path}"></script><script type="module" src="/app.js"></script>`)
    assert.include(html, '<p class="a">x</p>')
  })

  it("of the API reference leads back to the site", () => {
    const html = Finish.framed(page("", '<div id="tsd-toolbar-links"></div>'), "/b/")
    assert.include(html, '<a href="/b/guides/first-program.html">Guides</a>')
    assert.include(html, '<link rel="stylesheet" href="/b/api-frame.css"></head>')
  })

  it("keeps data that are no script", () => {
    const data = '<script type="application/json">{}</script>'
    assert.include(Finish.strict(page(data, ""), "/").html, data)
  })

  it("has links that lead to files and places", () => {
    const pages = new Map([
      [
        "index.html",
        '<a href="/b/a.html#x">1</a> <a href="a.html#y">2</a> <img src="/b/none.png"> <a href="https://example.com">',
      ],
      ["a.html", '<h2 id="x">x</h2> <a href="#x">3</a> <a href="/b/">4</a> <a href="/c/">5</a>'],
    ])
    assert.deepStrictEqual(Finish.deadLinks({ pages, has: (path) => pages.has(path) }, "/b/"), [
      "index.html: a.html#y leads to no place in a.html",
      "index.html: /b/none.png leads to no file",
      "a.html: /c/ leads to no file",
    ])
  })
})
