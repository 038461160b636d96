import { normalize } from "@candela/sandbox/internal/HostNames"
import { assert, describe, it } from "@effect/vitest"

describe("a host name", () => {
  it("is written as URL.hostname writes it, and has no port, not even the default one of http", () => {
    assert.strictEqual(normalize("Sandbox.test."), "sandbox.test")
    for (const name of ["sandbox.test:80", "sandbox.test:81", "[::1]:", "a/b", ""]) assert.isUndefined(normalize(name))
  })
})
