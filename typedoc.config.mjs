import { Application, ReflectionKind } from "typedoc"
import { publicPackages } from "./scripts/internal/workspace.mjs"

const packages = publicPackages.map(({ manifest }) => manifest.name)

// TypeDoc can ask for a comment on each property or on none. A row's fields and an option must have one; the fields of a type literal need not.
const documentedFields = (app) =>
  app.on(Application.EVENT_VALIDATE_PROJECT, (project) => {
    for (const field of project.getReflectionsByKind(ReflectionKind.Property)) {
      const { name, parent, type } = field
      const signatures = type?.type === "reflection" ? (type.declaration.signatures ?? []) : []
      const documented = field.hasComment() || signatures.some((signature) => signature.hasComment())
      const ours = packages.includes(project.getSymbolIdFromReflection(field)?.packageName)
      if (ours && parent?.kindOf(ReflectionKind.ClassOrInterface) && !name.startsWith("[") && !documented) {
        app.logger.validationWarning(`${field.getFriendlyFullName()} does not have any documentation`)
      }
    }
  })

/** The API reference: every public export of every public package, each with its doc comment. */
export default {
  name: "Candela",
  entryPoints: publicPackages.map(({ name }) => `packages/${name}/src/index.ts`),
  tsconfig: "scripts/internal/tsconfig.api.json",
  plugin: [documentedFields],
  out: "docs/api",
  readme: "none",
  excludeExternals: true,
  excludeInternal: true,
  excludePrivate: true,
  disableGit: true,
  gitRevision: "main",
  sourceLinkTemplate: "https://github.com/candela-effect/candela/blob/{gitRevision}/{path}#L{line}",
  validation: { notDocumented: true, notExported: false, invalidLink: true },
  requiredToBeDocumented: ["Enum", "EnumMember", "Variable", "Function", "Class", "Interface", "Method", "TypeAlias"],
  packagesRequiringDocumentation: packages,
  treatWarningsAsErrors: true,
  treatValidationWarningsAsErrors: true,
  logLevel: "Warn",
}
