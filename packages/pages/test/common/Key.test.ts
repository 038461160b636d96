import { assert, describe, it } from "@effect/vitest"
import { Redacted } from "effect"
import * as Key from "../../src/common/Key.js"

/** A window with no more than a key needs. */
const fakeWindow = (hash: string) => {
  const stored = new Map<string, string>()
  const addresses: Array<string> = []
  const location = { pathname: "/", search: "", hash }
  const sessionStorage = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  }
  const history = { replaceState: (_: unknown, __: string, address: string) => void addresses.push(address) }
  return { window: { location, sessionStorage, history } as unknown as Window, addresses }
}

describe("Key", () => {
  it("leaves the address bar at once, and the rest of the fragment stays", () => {
    for (const [hash, address] of [
      ["#key=se%26cret", "/"],
      ["#key=se%26cret&market=forex&ticker=C%3AEURUSD", "/#market=forex&ticker=C%3AEURUSD"],
      ["#market=forex&key=se%26cret", "/#market=forex"],
    ] as const) {
      const { addresses, window } = fakeWindow(hash)
      Key.take(window)
      assert.deepStrictEqual(addresses, [address])
      assert.strictEqual(Redacted.value(Key.read(window)!), "se&cret")
    }
  })

  it("is kept when the fragment has none, until it is forgotten", () => {
    const { addresses, window } = fakeWindow("#market=stocks")
    Key.keep(window, "secret")
    Key.take(window)
    assert.deepStrictEqual(addresses, [])
    assert.strictEqual(Redacted.value(Key.read(window)!), "secret")
    Key.forget(window)
    assert.isUndefined(Key.read(window))
  })

  it("does not show when it is printed", () => {
    const { window } = fakeWindow("#key=secret")
    Key.take(window)
    assert.notInclude(`${Key.read(window)!} ${JSON.stringify(Key.read(window))}`, "secret")
  })

  it("leaves the address bar empty of an empty key, which replaces none", () => {
    const { addresses, window } = fakeWindow("#key=&market=crypto")
    Key.keep(window, "secret")
    Key.take(window)
    assert.deepStrictEqual(addresses, ["/#market=crypto"])
    assert.strictEqual(Redacted.value(Key.read(window)!), "secret")
  })
})
