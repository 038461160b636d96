import { assert, describe, it } from "@effect/vitest"
import { locate } from "../../src/internal/json/locate.js"
import { peek } from "../../src/internal/json/peek.js"
import { skipValue } from "../../src/internal/json/tokenizer.js"

const bytes = (text: string) => new TextEncoder().encode(text)

describe("locate", () => {
  const b = bytes(`\ufeff{"a":[1,{"b":2,"b":3}],"\\u0061":[4,{"b":5}],"c":null}`)
  const at = (path: ReadonlyArray<PropertyKey>, repeated: "first" | "last") => {
    const p = locate(b, path, repeated)
    return p < 0 ? undefined : new TextDecoder().decode(b.subarray(p, skipValue(b, p)))
  }

  it("finds values by their path, the first or the last of repeated keys", () => {
    assert.strictEqual(at(["a", 1, "b"], "first"), "2")
    assert.strictEqual(at(["a", 1, "b"], "last"), "5")
    assert.strictEqual(at(["a", 0], "first"), "1")
    assert.strictEqual(at(["c"], "last"), "null")
  })

  it("finds nothing where there is nothing", () => {
    for (const path of [["d"], ["a", 2], ["a", "b"], ["c", "x"]]) assert.isUndefined(at(path, "first"))
  })

  it("finds the first without reading on", () => {
    const cut = bytes(`{"a":{"b":[1,2`)
    assert.strictEqual(locate(cut, ["a", "b"], "first"), 10)
    assert.isBelow(locate(cut, ["a", "c"], "first"), 0)
  })
})

describe("peek at next_url", () => {
  const url = "https://api.example.com/v3/x?cursor=a"
  const see = (text: string) => peek(bytes(text), "next_url")

  it("sees it after the rows, whatever stands around it", () => {
    assert.strictEqual(see(`{"results":[{"a":1}],"status":"OK","next_url":"${url}"}`), url)
    assert.strictEqual(
      see(`{"results":[1],"next_url":"${url}","count":-1.5e+3,"ok":true,"x":null,"s":"\\"\\\\"}\n`),
      url,
    )
    assert.strictEqual(see(`{ "results" : [ ] , "next_url" : "${url}" , "status" : "" } `), url)
  })

  it("does not see it beside a string with brackets, which costs the time of decoding alone", () => {
    for (const text of ["]", "}", "{[", ']\\"', '},\\"next_url\\":\\"x']) {
      assert.isUndefined(see(`{"results":[1],"next_url":"${url}","s":"${text}]"}`))
      assert.isUndefined(see(`{"s":"[${text}","next_url":"${url}","results":[1]}`))
    }
  })

  it("sees it before the rows", () => {
    assert.strictEqual(see(`{"status":"OK","next_url":"${url}","results":[{"a":1}]}`), url)
    assert.strictEqual(see(`\ufeff {"next_url":"${url}","results":[{"a":1}],"ticker":{"a":1}}`), url)
  })

  it("reads its escapes", () => {
    assert.strictEqual(see(`{"results":[],"next_url":"https:\\/\\/a\\u0026b\\\\"}`), "https://a&b\\")
    assert.strictEqual(see(`{"results":[],"n\\u0065xt_url":"${url}"}`), url)
  })

  it("is not deceived by rows, strings and deeper levels", () => {
    assert.isUndefined(see(`{"results":[{"next_url":"${url}"}]}`))
    assert.isUndefined(see(`{"results":[],"info":{"next_url":"${url}"}}`))
    assert.isUndefined(see(`{"results":[],"text":"\\",\\"next_url\\":\\"${url}"}`))
    assert.isUndefined(see(`{"results":[],"text":"\\\\\\",\\"next_url\\":\\"${url}\\\\"}`))
    assert.isUndefined(see(`["next_url","${url}"]`))
    assert.isUndefined(see(`{"next_urls":"${url}"}`))
  })

  it("sees the last of repeated keys, where it sees that", () => {
    assert.strictEqual(see(`{"next_url":"old","results":[],"next_url":"${url}"}`), url)
    assert.isUndefined(see(`{"next_url":"old","results":[],"next_url":null}`))
  })

  it("is nothing where it is no string", () => {
    for (const value of ["null", "7", "{}", "[]", "true"]) {
      assert.isUndefined(see(`{"results":[],"next_url":${value}}`))
      assert.isUndefined(see(`{"next_url":${value},"results":[]}`))
    }
  })

  it("is nothing in what is no document, and does not fail on it", () => {
    const whole = `{"status":"OK","results":[{"a":"\\\\"}],"next_url":"${url}"}`
    for (let i = 0; i < whole.length; i++) {
      assert.isUndefined(see(whole.slice(0, i)), whole.slice(0, i))
      assert.doesNotThrow(() => see(whole.slice(i)))
    }
    for (const text of [
      "",
      "}",
      `"}`,
      `:}`,
      `""}`,
      `\\"}`,
      `x":1}`,
      "<html></html>",
      `{"a":"\\x","next_url":"b\\x"}`,
    ]) {
      assert.isUndefined(see(text), text)
    }
  })
})
