import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { domains, indexText, publicNames, registryFile, registryText } from "./barrels.mjs"
import { formatted } from "./generate.mjs"
import { root } from "../workspace.mjs"

const assertCurrent = async (file, text) =>
  assert.strictEqual(readFileSync(file, "utf8"), await formatted(file, text), "./scripts/generate writes it")

describe("what ./scripts/generate writes is current:", () => {
  for (const domain of domains) {
    it(`the index.ts of ${domain.name}`, () => assertCurrent(join(domain.directory, "src/index.ts"), indexText(domain)))
  }

  it("the registry of generators", () => assertCurrent(registryFile, registryText()))

  it("in one run: what a person has to write stops no step", () => {
    const script = readFileSync(join(root, "scripts/generate"), "utf8")
    const steps = script.split("\n").filter((line) => /\bnode\b/.test(line))
    assert.lengthOf(
      steps.slice(0, -1).filter((line) => line.includes("--introduction")),
      0,
    )
    assert.match(steps.at(-1), /descriptions\.mjs" --introduction$/)
  })
})

describe("the public names of a domain's module", () => {
  it("are its services, rows and types, without requests and what stands on the wire", () => {
    const module = [
      "export interface Dividend extends Row {}",
      "export const Dividend: Schema.Schema<Dividend> = 0",
      "export interface Page<Row> {}",
      "export type Kind = 1",
      "export class Stocks extends Tag {}",
      "export interface DividendsRequest {}",
      "export type DividendWire = 1",
      "export const dividends = 0",
      "interface Own {}",
    ].join("\n")
    assert.deepStrictEqual(publicNames(module), ["Dividend", "type Kind", "type Page", "Stocks"])
  })
})
