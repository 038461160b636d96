// The emitted declarations of the built packages, as a user's compiler sees them.
import { existsSync } from "node:fs"
import { join } from "node:path"
import ts from "typescript"
import { root } from "../workspace.mjs"

const compilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: ["node"],
  typeRoots: [join(root, "node_modules/@types")],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  noEmit: true,
}

const indexOf = (directory) => join(directory, "dist/index.d.ts")
const liveOf = (directory) => join(directory, "dist/Live.d.ts")

/** The declarations of packages (as `workspace.mjs` lists them), and of all that these import. */
export const declarationsOf = (packages, options = {}) =>
  ts.createProgram(
    packages.flatMap(({ directory }) => [indexOf, liveOf].map((of) => of(directory)).filter(existsSync)),
    { ...compilerOptions, ...options },
  )

/**
 * Options to read texts alone: no type of a field or a parameter needs a platform's declarations,
 * which take half the time.
 */
export const withoutPlatform = { lib: ["lib.es2023.d.ts"], types: [] }

/** Compiler errors in the declarations of packages. */
export const faultsIn = (program, packages) =>
  program
    .getSourceFiles()
    .filter(({ fileName }) => packages.some(({ directory }) => fileName.startsWith(join(directory, "dist/"))))
    .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)])
    .map(({ file, messageText, start }) => {
      const { line } = file.getLineAndCharacterOfPosition(start)
      return `${file.fileName}:${line + 1}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`
    })

const resolved = (checker, symbol) =>
  (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol)

/** The class of a service, and the type of a property of a type. */
const readerOf = (program, service, file = indexOf(service.directory)) => {
  const checker = program.getTypeChecker()
  const index = checker.getSymbolAtLocation(program.getSourceFile(file))
  const tag = resolved(
    checker,
    checker.getExportsOfModule(index).find(({ name }) => name === service.name),
  )
  const typeAt = (type, name) => checker.getTypeOfSymbol(checker.getPropertyOfType(type, name))
  return { checker, tag, typeAt, type: checker.getTypeOfSymbol(tag) }
}

/**
 * The methods that a service makes of its endpoints (`extend`), each with the symbol that bears its
 * comment and with its type as it is declared.
 */
export const derivedOf = (program, service) => {
  const { type, typeAt } = readerOf(program, service)
  return typeAt(type, "Service")
    .getProperties()
    .filter(({ name }) => !(name in service.endpoints))
    .map((symbol) => ({
      method: symbol.name,
      symbol,
      signature: symbol.declarations[0].type.getText().replace(/\s+/g, " "),
    }))
}

/**
 * The endpoints of a service (as `services.mjs` finds it), each with the symbols that bear its
 * comment and its service's, and with its types.
 */
export const endpointsOf = (program, service) => {
  const { checker, tag, type, typeAt } = readerOf(program, service)
  const endpoints = typeAt(type, "endpoints")
  return Object.entries(service.endpoints).map(([method, endpoint]) => {
    const properties = typeAt(endpoints, method).getProperties()
    const types = checker.getTypeOfSymbol(properties.find(({ name }) => name.startsWith("__@TypeId")))
    return {
      name: `${service.name}.${method}`,
      endpoint,
      service: tag,
      symbol: checker.getPropertyOfType(endpoints, method),
      request: typeAt(types, "request"),
      answer: typeAt(types, "answer"),
      row: typeAt(types, "row"),
    }
  })
}

/**
 * The topics of a live service (as `services.mjs` finds it), each with the symbols that bear its comment and its
 * service's, and with the type of its row.
 */
export const topicsOf = (program, service) => {
  const { checker, tag, type, typeAt } = readerOf(program, service, liveOf(service.directory))
  const topics = typeAt(type, "topics")
  return Object.entries(service.topics).map(([method, topic]) => {
    const properties = typeAt(topics, method).getProperties()
    const types = checker.getTypeOfSymbol(properties.find(({ name }) => name.startsWith("__@TypeId")))
    return { topic, service: tag, symbol: checker.getPropertyOfType(topics, method), row: typeAt(types, "row") }
  })
}
