// The API reference: TypeDoc's options, corrections of its pages, and checks for completeness.
import { join } from "node:path"
import { Application, Comment, Converter, OptionDefaults, ReflectionKind } from "typedoc"
import ts from "typescript"
import { barrelsOf } from "../generate/exports.mjs"
import * as Text from "../../../packages/catalog/dist/Text.js"

const repository = "https://github.com/candela-effect/candela"

const textOf = (reflection) => (reflection.comment?.summary ?? []).map(({ text }) => text).join("")

const childOf = (reflection, name, kind) =>
  reflection?.children?.find((child) => child.name === name && child.kindOf(kind))

const packageOf = (project, reflection) => project.getSymbolIdFromReflection(reflection)?.packageName

const title = /^# (.*)\n*/

/** Removes the title of a text: the page that includes it has its own. */
const withoutTitle = ([first, ...rest]) => [{ ...first, text: first.text.replace(title, "") }, ...rest]

const tidy = (project) => {
  if (project.readme !== undefined) project.readme = withoutTitle(project.readme)
  for (const page of project.getReflectionsByKind(ReflectionKind.Document)) {
    page.name = title.exec(page.content[0].text)[1]
    page.content = withoutTitle(page.content)
  }
  for (const { comment } of project.getReflectionsByKind(ReflectionKind.Module)) {
    if (comment?.summary.length > 0) comment.summary = withoutTitle(comment.summary)
  }
  for (const reflection of Object.values(project.reflections)) {
    // The record of parameters, or of fields, initialises its own properties: not those of the
    // interface that is derived from it.
    if (reflection.parent?.kindOf(ReflectionKind.Interface)) delete reflection.defaultValue
    if (reflection.inheritedFrom?.reflection === undefined) delete reflection.inheritedFrom
    // Links cannot lead to Effect's classes in node_modules, and nobody constructs a tag.
    reflection.sources = reflection.sources?.filter(({ fileName }) => !fileName.includes("node_modules"))
    reflection.extendedTypes = reflection.extendedTypes?.filter(({ reflection }) => reflection !== undefined)
    if (reflection.extendedTypes?.length === 0) delete reflection.extendedTypes
    const isTag = reflection.signatures?.some(({ parameters = [] }) =>
      parameters.some(({ type }) => type?.name === "never"),
    )
    if (reflection.kindOf(ReflectionKind.Constructor) && isTag) project.removeReflection(reflection)
  }
}

/**
 * A service's namespace names its requests by aliases
 * (`export type BarsRequest = Bars.BarsRequest`), whose pages would be empty: show the interfaces.
 */
const showInterface = (context, alias, packages) => {
  if (!alias.kindOf(ReflectionKind.TypeAlias)) return
  context.converter.deferConversion(() => {
    const { type } = alias
    if (type?.type !== "reference" || type.reflection !== undefined || !packages.includes(type.package)) return
    const symbol = context.checker.getDeclaredTypeOfSymbol(context.getSymbolFromReflection(alias)).symbol
    if (symbol === undefined || (symbol.flags & ts.SymbolFlags.Interface) === 0) return
    context.project.removeReflection(alias)
    context.converter.convertSymbol(context, symbol)
  })
}

const isTime = (type) => /\bDate\b|(Date|DateTime|Millis|Nanos)Input/.test(String(type))

const textComment = (text) => new Comment([{ kind: "text", text }])

/** The namespace with the types of a service. */
const typesOf = (project, service) =>
  project
    .getReflectionsByKind(ReflectionKind.Namespace)
    .find((it) => it.name === service.name && packageOf(project, it) === service.package)

/** A filter has the comment of its field, and then its own: TypeDoc would take one of the two. */
const joinTexts = (context, parameter) => {
  if (!parameter.kindOf(ReflectionKind.Property)) return
  const symbol = context.getSymbolFromReflection(parameter)
  const documented = symbol?.declarations?.filter((declaration) => ts.getJSDocCommentsAndTags(declaration).length > 0)
  if (documented === undefined || documented.length < 2) return
  const text = ts.displayPartsToString(symbol.getDocumentationComment(context.checker))
  parameter.comment = textComment(text.replace(/\s+/g, " "))
}

/** TypeDoc's warning of what {@link joinTexts} mends. */
const isOfSeveralTexts = (message) => /has multiple declarations with a comment/.test(message)

/** Operators of a filter (`ticker.gte`) share the comment of their field. */
const explainFilters = (project) => {
  for (const parameter of project.getReflectionsByKind(ReflectionKind.Property)) {
    const [, field, operator] = /^(.+)\.(\w+)$/.exec(parameter.name) ?? []
    const text = field && textOf(childOf(parameter.parent, field, ReflectionKind.Property) ?? {})
    if (text && !parameter.hasComment())
      parameter.comment = textComment(`${text} ${Text.rowsWith(operator, isTime(parameter.type))}`)
  }
}

/**
 * Words, bounds and defaults are data of the declarations: they follow the text of each parameter
 * of a service's requests.
 */
const explainLimits = (project, services) => {
  for (const service of services) {
    const methods = childOf(typesOf(project, service), "Service", ReflectionKind.Interface)
    for (const [name, { wireParams }] of Object.entries(service.endpoints)) {
      const request = childOf(methods, name, ReflectionKind.Property)?.type?.typeArguments?.[0]?.reflection
      for (const [key, param] of Object.entries(wireParams)) {
        const { comment } = childOf(request, key, ReflectionKind.Property) ?? {}
        const details = comment === undefined || param.kind === undefined ? "" : Text.details(param)
        if (details !== "" && !textOf({ comment }).endsWith(details))
          comment.summary = [...comment.summary, { kind: "text", text: ` ${details}` }]
      }
    }
  }
}

/**
 * TypeDoc requires a comment on every property or on none. A row's fields and an option must have
 * one; the fields of a type literal need not.
 */
const undocumentedFields = (project, packages) =>
  project.getReflectionsByKind(ReflectionKind.Property).flatMap((field) => {
    const { name, parent, type } = field
    const signatures = type?.type === "reflection" ? (type.declaration.signatures ?? []) : []
    const documented = field.hasComment() || signatures.some((signature) => signature.hasComment())
    const ours = packages.includes(packageOf(project, field))
    return ours && parent?.kindOf(ReflectionKind.ClassOrInterface) && !name.startsWith("[") && !documented
      ? [`${field.getFriendlyFullName()} does not have any documentation`]
      : []
  })

/** Declared parameters without a text in the reference. */
const undocumentedParameters = (project, service) => {
  const methods = childOf(typesOf(project, service), "Service", ReflectionKind.Interface)
  return Object.entries(service.endpoints).flatMap(([name, { wireParams }]) => {
    const method = childOf(methods, name, ReflectionKind.Property)
    if (method === undefined) return [`${service.name}.${name}: the reference lacks the method`]
    const request = method.type?.typeArguments?.[0]
    if (request?.reflection === undefined) {
      return [`${service.name}.${name}: the reference lacks the interface of its request, ${request}. Is it exported?`]
    }
    return Object.keys(wireParams)
      .filter((param) => textOf(childOf(request.reflection, param, ReflectionKind.Property) ?? {}).trim() === "")
      .map((param) => `${service.name}.${name}: the parameter "${param}" of ${request} has no text in the reference`)
  })
}

const unnamedModules = (project, packages) =>
  project
    .getReflectionsByKind(ReflectionKind.Module)
    .filter(
      ({ name }) =>
        !packages.some(
          (package_) => name === package_ || ["declare", "Live"].some((door) => name === `${package_}/${door}`),
        ),
    )
    .map(({ name }) => `The module "${name}" is not called as its package: its index.ts needs "@module PACKAGE"`)

/** Gaps of the reference that TypeDoc does not report itself. */
const gapsIn = (project, packages, services) => [
  ...(project.readme === undefined ? ["The front page of the reference is not the README"] : []),
  ...unnamedModules(project, packages),
  ...undocumentedFields(project, packages),
  ...services.flatMap((service) => undocumentedParameters(project, service)),
]

/**
 * The options of TypeDoc for public packages (as `workspace.mjs` lists them) under `root`: every
 * public export of each, with its doc comment, behind the README.
 */
export const options = (root, packages, services) => {
  const names = packages.map(({ manifest }) => manifest.name)
  const plugin = (app) => {
    app.converter.on(Converter.EVENT_BEGIN, () => {
      const warn = app.logger.warn.bind(app.logger)
      app.logger.warn = (message, ...rest) => (isOfSeveralTexts(message) ? undefined : warn(message, ...rest))
    })
    app.converter.on(Converter.EVENT_CREATE_DECLARATION, joinTexts)
    app.converter.on(Converter.EVENT_CREATE_DECLARATION, (context, alias) => showInterface(context, alias, names))
    app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
      explainFilters(project)
      explainLimits(project, services)
    })
    // Before TypeDoc draws the hierarchy of classes.
    app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => tidy(project), 1000)
    app.on(Application.EVENT_VALIDATE_PROJECT, (project) => {
      for (const gap of gapsIn(project, names, services)) app.logger.validationWarning(gap)
    })
  }
  return {
    name: "Candela",
    entryPoints: packages.flatMap((package_) => Object.values(barrelsOf(package_))),
    tsconfig: join(root, "scripts/internal/reference/tsconfig.json"),
    plugin: [plugin],
    out: join(root, "docs/api"),
    blockTags: [...OptionDefaults.blockTags, "@specification"],
    highlightLanguages: [...OptionDefaults.highlightLanguages, "csv", "python", "sql"],
    readme: join(root, "README.md"),
    projectDocuments: ["docs/*.md", "docs/contributing/*.md", "CONTRIBUTING.md", "SECURITY.md"].map((file) =>
      join(root, file),
    ),
    sort: ["kind", "source-order"],
    // Packages first: guides have their own part of the site.
    kindSortOrder: [...OptionDefaults.kindSortOrder.filter((kind) => kind !== "Document"), "Document"],
    groupOrder: ["Modules", "*"],
    navigation: { includeFolders: false },
    markdownItOptions: { html: true, linkify: false },
    excludeExternals: true,
    excludeInternal: true,
    excludePrivate: true,
    disableGit: true,
    basePath: root,
    gitRevision: "main",
    sourceLinkTemplate: `${repository}/blob/{gitRevision}/{path}#L{line}`,
    validation: { notDocumented: true, notExported: false, invalidLink: true },
    requiredToBeDocumented: [
      "Module",
      "Namespace",
      "Enum",
      "EnumMember",
      "Variable",
      "Function",
      "Class",
      "Interface",
      "Method",
      "TypeAlias",
    ],
    packagesRequiringDocumentation: names,
    treatWarningsAsErrors: true,
    treatValidationWarningsAsErrors: true,
    logLevel: "Warn",
  }
}
