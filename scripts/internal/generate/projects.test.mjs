import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { publicPackages, root } from "../workspace.mjs"
import { configurations, withDomains, withPaths, withReferences } from "./projects.mjs"

const packageOf = (name) => ({
  name,
  directory: join(root, "packages", name),
  manifest: { name: `@candela/${name}`, dependencies: {} },
})

describe("the configuration of the workspace", () => {
  it("is complete: ./scripts/generate writes it", () => {
    for (const [file, expected] of configurations())
      assert.deepStrictEqual(JSON.parse(readFileSync(file, "utf8")), expected, file)
  })

  it("gives a domain that is added to the packages made of all domains, and to no other", () => {
    const weather = packageOf("weather")
    const manifest = { dependencies: { effect: "catalog:" } }
    assert.deepStrictEqual(withDomains("sandbox", manifest, [weather]).dependencies, {
      effect: "catalog:",
      "@candela/weather": "workspace:^",
    })
    assert.deepStrictEqual(withDomains("pages", manifest, [weather]), {
      ...manifest,
      devDependencies: { "@candela/weather": "workspace:^" },
    })
    assert.deepStrictEqual(withDomains("torture", manifest, [weather]), manifest)
  })

  it("refers to what a manifest names, keeps the other references, and leads to the sources", () => {
    const [weather, core] = [packageOf("weather"), packageOf("core")]
    const tsconfig = { references: [{ path: "../core" }] }
    const manifest = { dependencies: { effect: "catalog:" }, peerDependencies: { "@candela/weather": "workspace:^" } }
    assert.deepStrictEqual(withReferences(tsconfig, packageOf("tides").directory, manifest, [core, weather]), {
      references: [{ path: "../core" }, { path: "../weather" }],
    })
    const whole = withPaths({ compilerOptions: { strict: true }, references: [] }, [core, weather])
    assert.deepStrictEqual(whole, {
      compilerOptions: {
        strict: true,
        paths: {
          "@candela/core": ["./packages/core/src/index.ts"],
          "@candela/core/*": ["./packages/core/src/*.ts"],
          "@candela/weather/*": ["./packages/weather/src/*.ts"],
        },
      },
      references: [{ path: "packages/core" }, { path: "packages/weather" }],
    })
  })

  it("is told in the README, package by package", () => {
    const readme = readFileSync(join(root, "README.md"), "utf8")
    for (const { manifest } of publicPackages) assert.include(readme, `| \`${manifest.name}\` `)
  })
})
