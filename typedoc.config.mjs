import { readdirSync, readFileSync } from "node:fs"

const packages = readdirSync(new URL("packages", import.meta.url))
  .map((name) => JSON.parse(readFileSync(new URL(`packages/${name}/package.json`, import.meta.url), "utf8")))
  .filter((manifest) => !manifest.private)
  .map((manifest) => manifest.name)

/** The API reference: every public export of every public package, each with its doc comment. */
export default {
  name: "Candela",
  entryPoints: packages.map((name) => name.replace("@candela/", "packages/") + "/src/index.ts"),
  tsconfig: "scripts/internal/tsconfig.api.json",
  out: "docs/api",
  readme: "none",
  excludeExternals: true,
  excludeInternal: true,
  excludePrivate: true,
  disableGit: true,
  gitRevision: "main",
  sourceLinkTemplate: "https://github.com/candela-effect/candela/blob/{gitRevision}/{path}#L{line}",
  validation: { notDocumented: true, notExported: false, invalidLink: true },
  packagesRequiringDocumentation: packages,
  treatWarningsAsErrors: true,
  treatValidationWarningsAsErrors: true,
  logLevel: "Warn",
}
