import { assert, describe, it } from "@effect/vitest"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { vendorMethodOf } from "./names.mjs"
import { run } from "./main.mjs"
import { root } from "../workspace.mjs"

const beyond = join(root, "scripts/internal/drift/beyond.json")
const related = "GET /v1/related-companies/{ticker}"
const holidays = "GET /v1/marketstatus/upcoming"

const repository = {
  services: ["reference", "stocks"],
  read: (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : undefined),
  modules: () => ["packages/stocks/src/Splits.ts"],
}

const runIn = (...args) => run([beyond, ...args], repository)

/** The lines that a file has and the repository's lacks. */
const added = (files, path) => {
  const before = repository.read(path)?.split("\n") ?? []
  const lines = files.get(path).split("\n")
  assert.deepStrictEqual(
    before.filter((line) => !lines.includes(line)),
    [],
    `${path} loses lines`,
  )
  // Another endpoint may have the same example.
  return lines.filter((line) => !before.includes(line) && !line.includes("@example"))
}

describe("a new endpoint", () => {
  it("is declared, and stands in every file that lists endpoints", () => {
    const { code, files, out } = runIn(related, "--as", "stocks.related")
    assert.strictEqual(code, 0)
    assert.include(files.get("packages/stocks/src/Related.ts"), "export const related: Endpoint.List<RelatedRequest,")
    assert.deepStrictEqual(added(files, "packages/stocks/src/Stocks.ts"), [
      'import * as Related from "./Related.js"',
      "   * TODO: Tickers that are related to one.",
      "  related: Related.related,",
      "  export type RelatedRequest = Related.RelatedRequest",
    ])
    assert.deepStrictEqual(added(files, "packages/sandbox/src/routes/stocks.ts"), ["  related: Route.synthetic(),"])
    assert.deepStrictEqual(added(files, "docs/from-the-vendors-client.md"), [
      "| `getRelatedCompanies` | `stocks.related` |",
    ])
    assert.deepStrictEqual(added(files, "packages/sandbox/test/contract/vendor.all.test.ts"), [
      '  ["stocks.related", "getRelatedCompanies", [{ ticker: "AAPL" }]],',
    ])
    assert.include(files.get(".changeset/endpoints-of-stocks.md"), "- `stocks.related`\n")
    assert.include(out, "To decide about stocks.related:")
    assert.include(out, "packages/stocks/src/Related.ts\n  - Write each text that is marked TODO")
  })

  it("is added to those that the same command adds", () => {
    const document = JSON.parse(readFileSync(beyond, "utf8"))
    const path = "/stocks/v1/related/{ticker}"
    document.paths = Object.fromEntries(
      [path, "/stocks/v1/rivals/{ticker}"].map((own) => [own, document.paths["/v1/related-companies/{ticker}"]]),
    )
    const file = join(root, "node_modules/.cache/candela/two.json")
    writeFileSync(file, JSON.stringify(document).replaceAll('"operationId"', '"x-id"'))
    const { files } = run([file, path, "/stocks/v1/rivals/{ticker}"], repository)
    const lines = added(files, "packages/stocks/src/Stocks.ts")
    assert.includeMembers(lines, ["  related: Related.related,", "  rivals: Rivals.rivals,"])
    assert.include(files.get(".changeset/endpoints-of-stocks.md"), "- `stocks.related`\n- `stocks.rivals`\n")
    assert.isFalse(files.has("docs/from-the-vendors-client.md"))
  })

  it("is named one by one where the same command adds several, also to a new service, and takes no name of the other", () => {
    const names = ["venues.related", "venues.singles"]
    const { files } = runIn(related, related, ...names.flatMap((name) => ["--as", name]))
    const lines = files.get("packages/venues/src/Venues.ts").split("\n")
    assert.includeMembers(lines, ["  related: Related.related,", "  singles: Singles.singles,"])
    assert.match(runIn(related, related, "--as", names[0], "--as", names[0]).err, /Related\.ts exists/)
    assert.include(
      runIn(related, related, "--as", "venues.singles", "--as", "venues.single").files.get(
        "packages/venues/src/Single.ts",
      ),
      "export interface SingleRow ",
    )
  })

  it("of a new service is a package", () => {
    const { files } = runIn(holidays, "--as", "venues.holidays")
    assert.deepInclude(JSON.parse(files.get("packages/venues/package.json")), {
      name: "@candela/venues",
      homepage: "https://github.com/candela-effect/candela/tree/main/packages/venues#readme",
      exports: {},
    })
    const service = files.get("packages/venues/src/Venues.ts")
    assert.include(service, 'import * as Holidays from "./Holidays.js"\n\n/** Endpoints')
    assert.include(service, "   * @example {}\n   */\n  holidays: Holidays.holidays,\n})")
    assert.include(service, "  export type HolidaysRequest = Holidays.HolidaysRequest\n}")
    assert.include(files.get("packages/sandbox/src/routes/venues.ts"), "  holidays: Route.synthetic(),\n})")
    assert.deepStrictEqual(added(files, "README.md"), ["| `@candela/venues` | TODO: what it contains |"])
  })

  it("takes no name that its domain has", () => {
    const rows = runIn(related, "--as", "stocks.splits2").files.get("packages/stocks/src/Splits2.ts")
    assert.include(rows, "export interface Splits2")
    assert.match(runIn(related, "--as", "stocks.splits").err, /^packages\/stocks\/src\/Splits\.ts exists/)
    assert.include(
      runIn(related, "--as", "stocks.split").files.get("packages/stocks/src/Split.ts"),
      "export interface SplitRow ",
    )
  })

  it("is refused where it has no name, no place or no operation, and nothing is written", () => {
    for (const [args, message] of [
      [
        [related],
        /names no service. Say which: --as SERVICE\.relatedCompanies, where SERVICE is one of reference, stocks/,
      ],
      [[related, "--as", "stocks"], /"stocks" is no name of an endpoint/],
      [["GET /none", "--as", "stocks.none"], /has no operation "GET \/none". It has: GET /],
      [[related, holidays, "--as", "stocks.both"], /^Use: /],
      [[], /^Use: /],
    ]) {
      const { code, err, files } = runIn(...args)
      assert.strictEqual(code, 2)
      assert.match(err, message)
      assert.strictEqual(files.size, 0)
    }
  })

  it("is only shown with --dry-run", () => {
    const { files, out } = runIn(related, "--as", "stocks.related", "--dry-run")
    assert.strictEqual(files.size, 0)
    assert.include(out, "// packages/stocks/src/Related.ts\n/** TODO: ")
    assert.include(out, "To decide about stocks.related:")
  })
})

describe("a method of the vendor's client", () => {
  it("is called as the generator of that client calls it", () => {
    for (const [id, name] of [
      ["get_stocks_v1_short-interest", "getStocksV1ShortInterest"],
      ["GetCryptoEMA", "getCryptoEMA"],
      ["listDividends", "listDividends"],
    ])
      assert.strictEqual(vendorMethodOf(id), name)
  })
})
