import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { indexText, publicNames, registryFile, registryText } from "./barrels.mjs"
import { formatted } from "./generate.mjs"
import { domains } from "../workspace.mjs"

const assertCurrent = async (file, text) =>
  assert.strictEqual(readFileSync(file, "utf8"), await formatted(file, text), "./scripts/generate writes it")

describe("what ./scripts/generate writes is current:", () => {
  for (const domain of domains) {
    it(`the index.ts of ${domain.name}`, () => assertCurrent(join(domain.directory, "src/index.ts"), indexText(domain)))
  }

  it("the registry of generators", () => assertCurrent(registryFile, registryText()))
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
