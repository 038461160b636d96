// The report of a package's public API: the declarations that its exports emit, and those of inner
// modules that these mention, without comments.
import { existsSync, readFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import ts from "typescript"
import { isInternal } from "../generate/exports.mjs"

const printer = ts.createPrinter({ removeComments: true })

const isExported = (statement) => statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false

/** The names that a statement declares. */
const namesOf = (statement) =>
  ts.isVariableStatement(statement)
    ? statement.declarationList.declarations.map(({ name }) => name.text)
    : statement.name === undefined
      ? []
      : [statement.name.text]

/** What an import binds: each local name with the module and the name there, `*` for the whole module. */
const bindingsOf = ({ importClause, moduleSpecifier }) => {
  const module = moduleSpecifier.text
  const bound = importClause?.namedBindings
  if (bound === undefined) return []
  return ts.isNamespaceImport(bound)
    ? [[bound.name.text, { module, name: "*" }]]
    : bound.elements.map(({ name, propertyName }) => [name.text, { module, name: (propertyName ?? name).text }])
}

/** A declaration file: its statements, what they declare, import and export. */
const parse = (file) => {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.ESNext, true)
  const statements = [...source.statements]
  const declared = new Map()
  for (const statement of statements) {
    for (const name of namesOf(statement)) declared.set(name, [...(declared.get(name) ?? []), statement])
  }
  const imports = statements.filter(ts.isImportDeclaration)
  return {
    file,
    source,
    statements,
    declared,
    imports,
    bindings: new Map(imports.flatMap(bindingsOf)),
    reexports: statements.filter((statement) => ts.isExportDeclaration(statement) && statement.moduleSpecifier),
  }
}

/** The identifiers of a node that may name a type or a value; for a member of a namespace also the member's name. */
const mentions = (node, visit) => {
  if (ts.isImportTypeNode(node)) {
    const first = node.qualifier && (ts.isIdentifier(node.qualifier) ? node.qualifier : leftmost(node.qualifier))
    visit({ module: node.argument.literal.text, name: first?.text ?? "*" })
  }
  if (ts.isIdentifier(node) && node.parent.name !== node) {
    const { parent } = node
    const member =
      ts.isQualifiedName(parent) && parent.left === node
        ? parent.right.text
        : ts.isPropertyAccessExpression(parent) && parent.expression === node
          ? parent.name.text
          : undefined
    visit({ identifier: node.text, member })
  }
  ts.forEachChild(node, (child) => mentions(child, visit))
}

const leftmost = (name) => (ts.isIdentifier(name) ? name : leftmost(name.left))

/** All that the public modules declare for others, and what these declarations mention: statements by their files. */
const reach = (publicFiles) => {
  const modules = new Map()
  const kept = new Map()
  const moduleOf = (file) => {
    if (!modules.has(file)) modules.set(file, parse(file))
    return modules.get(file)
  }
  const resolve = (from, specifier) => {
    if (!specifier.startsWith(".")) return undefined
    const file = join(dirname(from), specifier.replace(/\.js$/, ".d.ts"))
    return existsSync(file) ? file : undefined
  }

  const keep = (file, statement) => {
    const statements = kept.get(file) ?? new Set()
    kept.set(file, statements)
    if (statements.has(statement)) return
    statements.add(statement)
    const { bindings, declared } = moduleOf(file)
    mentions(statement, ({ identifier, member, module, name }) => {
      if (module !== undefined) return need(resolve(file, module), name)
      if (declared.has(identifier)) return need(file, identifier)
      const binding = bindings.get(identifier)
      if (binding !== undefined)
        need(resolve(file, binding.module), binding.name === "*" ? (member ?? "*") : binding.name)
    })
  }

  const exportsOf = (file) => {
    const { reexports, statements } = moduleOf(file)
    for (const statement of statements.filter(isExported)) keep(file, statement)
    for (const statement of reexports) reexport(file, statement)
  }

  /** Keeps a statement such as `export * from "./X.js"`, and what it exports. */
  const reexport = (file, statement, only) => {
    const target = resolve(file, statement.moduleSpecifier.text)
    const clause = statement.exportClause
    if (only === undefined) kept.set(file, (kept.get(file) ?? new Set()).add(statement))
    if (clause === undefined) return only === undefined ? need(target, "*") : need(target, only)
    if (ts.isNamespaceExport(clause)) {
      if (only === undefined || clause.name.text === only) need(target, "*")
      return
    }
    for (const { name, propertyName } of clause.elements) {
      if (only === undefined || name.text === only) need(target, (propertyName ?? name).text)
    }
  }

  const seen = new Set()
  const need = (file, name) => {
    const key = `${file} ${name}`
    if (file === undefined || seen.has(key)) return
    seen.add(key)
    const { declared, reexports } = moduleOf(file)
    if (name === "*") return exportsOf(file)
    const statements = declared.get(name)
    if (statements !== undefined) for (const statement of statements) keep(file, statement)
    else for (const statement of reexports) reexport(file, statement, name)
  }

  for (const file of publicFiles) need(file, "*")
  return { kept, moduleOf }
}

/** The kept statements of a module, after the imports that they use. */
const textOf = ({ imports, source, statements }, kept) => {
  const written = statements.filter((statement) => kept.has(statement))
  const used = new Set()
  for (const statement of written) mentions(statement, ({ identifier }) => used.add(identifier))
  const needed = imports.flatMap((statement) => {
    const bound = bindingsOf(statement).filter(([local]) => used.has(local))
    return bound.map(([local, { module, name }]) =>
      name === "*"
        ? `import * as ${local} from "${module}"`
        : `import { ${name === local ? name : `${name} as ${local}`} } from "${module}"`,
    )
  })
  const print = (statement) => printer.printNode(ts.EmitHint.Unspecified, statement, source)
  return [...needed.sort(), ...written.map(print)].join("\n")
}

const section = (title, text) => `## ${title}\n\n\`\`\`ts\n${text}\n\`\`\`\n`

/** The report of a compiled package; `undefined` where it exports no module. */
export const report = ({ directory, manifest }) => {
  const entries = Object.entries(manifest.exports ?? {}).filter(
    ([path, target]) => String(target).endsWith(".js") && !isInternal(path),
  )
  if (entries.length === 0) return undefined
  const files = new Map(entries.map(([path, target]) => [join(directory, target.replace(/\.js$/, ".d.ts")), path]))
  const { kept, moduleOf } = reach([...files.keys()])
  const text = (file) => textOf(moduleOf(file), kept.get(file) ?? new Set())
  const inner = [...kept.keys()].filter((file) => !files.has(file)).sort()
  return [
    `# The API of \`${manifest.name}\`\n`,
    "Written by `./scripts/generate` from the emitted declarations: review its changes like code.\n",
    ...Array.from(files, ([file, path]) => section(`\`${path.replace(/^\./, manifest.name)}\``, text(file))),
    ...inner.map((file) => section(`Mentioned: \`${relative(join(directory, "dist"), file)}\``, text(file))),
  ].join("\n")
}
