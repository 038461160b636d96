import { assert, describe, it } from "@effect/vitest"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { report } from "./report.mjs"

const files = {
  "index.d.ts": `export * as Price from "./Price.js";\nexport { Quote } from "./Quote.js";\n`,
  "Price.d.ts": `/** A price. @module */
import type * as Inner from "./internal/inner.js";
import { unused } from "./internal/unused.js";
declare const hidden: { /** Text. */ cents: number };
declare const forgotten: string;
/** A comment. */
export declare const of: (value: Inner.Value) => typeof hidden;
export {};
`,
  "Quote.d.ts": `import { type Value as V } from "./internal/again.js";
export interface Quote { readonly bid: V; readonly limit: import("./internal/inner.js").Limit }
`,
  "internal/inner.d.ts": `interface Base { readonly exact: bigint }
export interface Value extends Base { readonly unit: string }
export interface Limit { readonly most: number }
export declare const notMentioned: number;
`,
  "internal/again.d.ts": `export { Value } from "./inner.js";\n`,
  "internal/unused.d.ts": `export declare const unused: number;\n`,
}

/** The report of a package with these declarations, some of them changed. */
const reportOf = (changed = {}) => {
  const directory = mkdtempSync(join(tmpdir(), "candela-api-"))
  try {
    for (const [name, text] of Object.entries({ ...files, ...changed })) {
      const file = join(directory, "dist", name)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
    }
    const exports = {
      ".": "./dist/index.js",
      "./Price": "./dist/Price.js",
      "./Quote": "./dist/Quote.js",
      "./package.json": "./package.json",
    }
    return report({ directory, manifest: { name: "@candela/price", exports } })
  } finally {
    rmSync(directory, { recursive: true })
  }
}

describe("the report of an API", () => {
  it("has what the public modules declare and what they mention, and nothing else", () => {
    assert.strictEqual(
      reportOf(),
      `# The API of \`@candela/price\`

Written by \`./scripts/generate\` from the emitted declarations: review its changes like code.

## \`@candela/price\`

\`\`\`ts
export * as Price from "./Price.js";
export { Quote } from "./Quote.js";
\`\`\`

## \`@candela/price/Price\`

\`\`\`ts
import * as Inner from "./internal/inner.js"
declare const hidden: {
    cents: number;
};
export declare const of: (value: Inner.Value) => typeof hidden;
\`\`\`

## \`@candela/price/Quote\`

\`\`\`ts
import { Value as V } from "./internal/again.js"
export interface Quote {
    readonly bid: V;
    readonly limit: import("./internal/inner.js").Limit;
}
\`\`\`

## Mentioned: \`internal/inner.d.ts\`

\`\`\`ts
interface Base {
    readonly exact: bigint;
}
export interface Value extends Base {
    readonly unit: string;
}
export interface Limit {
    readonly most: number;
}
\`\`\`
`,
    )
  })

  it("changes with a type that a public type extends, two modules away", () => {
    const inner = files["internal/inner.d.ts"].replace("exact: bigint", "exact: number")
    assert.include(reportOf({ "internal/inner.d.ts": inner }), "readonly exact: number;")
  })

  it("does not change with comments, or with what nobody outside can see", () => {
    const price = files["Price.d.ts"]
      .replace("A comment.", "Another.")
      .replace("forgotten: string", "forgotten: number")
    const inner = files["internal/inner.d.ts"].replace("notMentioned: number", "notMentioned: string")
    assert.strictEqual(reportOf({ "Price.d.ts": price, "internal/inner.d.ts": inner }), reportOf())
  })

  it("is none for a package without modules", () => {
    assert.strictEqual(
      report({ directory: "/", manifest: { exports: { "./package.json": "./package.json" } } }),
      undefined,
    )
  })
})
