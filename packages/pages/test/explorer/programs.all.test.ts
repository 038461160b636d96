/**
 * The programs that the explorer shows, read by the compiler: with the declarations of all packages
 * that takes ten seconds.
 */
import { assert, describe, it } from "@effect/vitest"
import { fileURLToPath } from "node:url"
import ts from "typescript"
import { program } from "../../src/common/Program.js"
import * as Texts from "../../src/common/Texts.js"
import { endpoints } from "../support.js"
import { baseUrl, charts, programOf, tables } from "./calls.js"

/** What the compiler says of programs, by the declarations that a user has. */
const diagnostics = (programs: ReadonlyArray<string>): ReadonlyArray<string> => {
  const names = new Map(programs.map((text, at) => [fileURLToPath(new URL(`program${at}.ts`, import.meta.url)), text]))
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleDetection: ts.ModuleDetectionKind.Force,
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
  }
  const host = ts.createCompilerHost(options)
  const { fileExists, getSourceFile } = host
  host.fileExists = (name) => names.has(name) || fileExists(name)
  host.getSourceFile = (name, ...rest) => {
    const text = names.get(name)
    return text === undefined ? getSourceFile(name, ...rest) : ts.createSourceFile(name, text, ts.ScriptTarget.ES2022)
  }
  const program = ts.createProgram([...names.keys()], options, host)
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`)
}

describe("Call", () => {
  it("shows programs that compile, for every kind of endpoint and every kind of chart", () => {
    const kinds = [...tables, charts[0]!, ...charts.filter(({ use }) => use === "rows").slice(0, 4), charts.at(-1)!]
    const programs = kinds.map((call) => programOf(call))
    assert.sameMembers(
      kinds.map(({ endpoint, use }) => `${endpoint.kind} ${use}`).filter((kind, at, all) => all.indexOf(kind) === at),
      ["single page", "list page", "paged page", "history page", "history columns", "paged rows"],
    )
    const wrong = programOf({ ...tables[1]!, request: { direction: "up" } })
    const examples = endpoints.map((endpoint) =>
      program(baseUrl, endpoint.name, Texts.toRequest(endpoint, Texts.example(endpoint)), "page"),
    )
    const found = diagnostics([...programs, ...examples, wrong])
    assert.lengthOf(found, 1, found.join("\n"))
    assert.include(found[0]!, `program${programs.length + examples.length}.ts`)
  })
})
