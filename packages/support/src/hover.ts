import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import ts from "typescript"

/** What an editor shows when the mouse rests on a word. */
export interface Hover {
  /** The signature, as the editor prints it. */
  readonly signature: string
  /** The doc comment below it. */
  readonly documentation: string
}

// A program as a user writes it: it lies in a package that depends on all of ours, and sees their emitted declarations.
const file = fileURLToPath(new URL("../../../examples/src/hover.ts", import.meta.url))

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  noEmit: true,
}

let source = ""
let version = 0
let service: ts.LanguageService | undefined

const languageService = (): ts.LanguageService =>
  (service ??= ts.createLanguageService({
    getCompilationSettings: () => options,
    getCurrentDirectory: () => fileURLToPath(new URL("../../../", import.meta.url)),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getScriptFileNames: () => [file],
    getScriptVersion: (name) => (name === file ? String(version) : "1"),
    getScriptSnapshot: (name) =>
      name === file
        ? ts.ScriptSnapshot.fromString(source)
        : existsSync(name)
          ? ts.ScriptSnapshot.fromString(readFileSync(name, "utf8"))
          : undefined,
    fileExists: (name) => name === file || ts.sys.fileExists(name),
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    ...(ts.sys.realpath === undefined ? {} : { realpath: ts.sys.realpath }),
  }))

/**
 * What hovering over the first letter of `marker` shows in the program `sourceText`. The program must compile
 * and hold the marker exactly once. Our packages are seen through `dist`: build first (`npx tsc -b`).
 */
export const hoverOf = (sourceText: string, marker: string): Hover => {
  const position = sourceText.indexOf(marker)
  if (position < 0 || sourceText.indexOf(marker, position + 1) >= 0) {
    throw new Error(`The program must hold ${JSON.stringify(marker)} exactly once.`)
  }
  if (sourceText !== source) {
    source = sourceText
    version += 1
  }
  const checker = languageService()
  const problems = [...checker.getSyntacticDiagnostics(file), ...checker.getSemanticDiagnostics(file)]
  if (problems.length > 0) {
    const messages = problems.map((problem) => ts.flattenDiagnosticMessageText(problem.messageText, "\n"))
    throw new Error(`The program does not compile (is dist built? npx tsc -b):\n${messages.join("\n")}`)
  }
  const info = checker.getQuickInfoAtPosition(file, position)
  if (info === undefined) throw new Error(`There is nothing to show at ${JSON.stringify(marker)}.`)
  return {
    signature: ts.displayPartsToString(info.displayParts),
    documentation: ts.displayPartsToString(info.documentation),
  }
}
