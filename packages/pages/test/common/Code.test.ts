import { assert, describe, it } from "@effect/vitest"
import { parts } from "../../src/common/Code.js"

describe("coloured code", () => {
  it("is the text that it was made of", () => {
    const texts = [
      '{\n  "a": [1.5e-7, -2],\n\n  "b": "it\\"s\\n"\n}',
      "curl 'a'\\''b' \\\n  --header \"$A\"",
      "const a = `b`\n// c",
    ]
    for (const text of texts)
      for (const language of ["json", "shell", "typescript"] as const)
        assert.strictEqual(
          parts(text, language)
            .map(([, part]) => part)
            .join(""),
          text,
        )
  })
})
