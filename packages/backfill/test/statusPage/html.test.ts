import { assert, describe, it } from "@effect/vitest"
import { html } from "../../src/internal/statusPage/html.js"

describe("the status page", () => {
  it("shows texts of others as text: no element, no control character, no mark of direction", () => {
    const hostile = `<script>alert("x")</script>\u001b]0;x\u0007\u009b\u202e`
    const { text } = html`<p title="${hostile}">${hostile}</p>`
    const shown = "&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;\\u001b]0;x\\u0007\\u009b\\u202e"
    assert.strictEqual(text, `<p title="${shown}">${shown}</p>`)
  })
})
