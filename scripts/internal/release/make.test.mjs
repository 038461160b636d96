import { assert, describe, it } from "@effect/vitest"
import { differences } from "./make.mjs"
import { provenance } from "./provenance.mjs"

const tarball = (name, sha256) => ({ name, sha256 })

describe("two releases of one commit", () => {
  it("differ where a tarball has other bytes, or is in one of them only", () => {
    const first = [tarball("a", "1"), tarball("b", "2"), tarball("c", "3")]
    assert.deepStrictEqual(differences(first, first), [])
    assert.deepStrictEqual(differences(first, [tarball("a", "1"), tarball("b", "0"), tarball("d", "4")]), [
      "b",
      "c",
      "d",
    ])
  })
})

describe("a statement of provenance", () => {
  it("needs the identity of a build", () => {
    assert.deepStrictEqual(provenance({ ACTIONS_ID_TOKEN_REQUEST_URL: "x" }), { host: "GitHub Actions" })
    assert.deepStrictEqual(provenance({ GITLAB_CI: "true", SIGSTORE_ID_TOKEN: "x" }), { host: "GitLab CI" })
    assert.include(provenance({ GITLAB_CI: "true" }).reason, "no identity")
  })
})
