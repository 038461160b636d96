// The first files of a new domain: a package whose service has one method.
import { join } from "node:path"

const capital = (name) => name[0].toUpperCase() + name.slice(1)

/** The manifest of a new package, after that of another domain: `./scripts/generate` writes its `exports`. */
const manifestOf = (service, model) => {
  const ours = (text) => text.replace(/\b[a-z]+(?=#readme$|$)/, service)
  return {
    ...model,
    name: ours(model.name),
    description: `TODO: what @candela/${service} gives`,
    keywords: [...model.keywords.slice(0, 3), service],
    homepage: ours(model.homepage),
    repository: { ...model.repository, directory: `packages/${service}` },
    exports: {},
  }
}

const readme = (service, method) => `# @candela/${service}

TODO: what the package gives, as typed calls, pages and streams.

\`\`\`ts
const ${service} = yield * ${capital(service)}

const { results } = yield * ${service}.${method}({})
\`\`\`

Part of [Candela](https://github.com/candela-effect/candela#readme), an Effect 3 library for a market-data REST service. All \`@candela\` packages have the same version: install them together.
`

/** The module of a service without methods. `withMethod` adds them. */
const serviceModule = (service) => {
  const name = capital(service)
  return `/** TODO: what the service gives. @module */
import * as Client from "@candela/core/declare/Client"
import * as Endpoint from "@candela/core/declare/Endpoint"
import type { MarketData } from "@candela/core/MarketData"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"

/** Endpoints of the service by method name. */
const endpoints = /* @__PURE__ */ Endpoint.ofService("${service}", {
})

/** TODO: what the service gives. */
export class ${name} extends Context.Tag("@candela/${service}/${name}")<${name}, ${name}.Service>() {
  /** Declarations of the methods. */
  static readonly endpoints: typeof endpoints = endpoints
  /** Makes the service on the connection of the context, for a tag of your own: one for each account. */
  static readonly make: Effect.Effect<${name}.Service, never, MarketData> = /* @__PURE__ */ Client.make(endpoints)
  /** The service on a market-data connection, built for each connection that it stands on. */
  static readonly layer: Layer.Layer<${name}, never, MarketData> = /* @__PURE__ */ Client.layer(${name}, endpoints)
}

/** Types of the service: its methods and their requests. */
export declare namespace ${name} {
  /** The methods. */
  export interface Service extends Client.Methods<typeof endpoints> {}
}
`
}

const routesModule = (service) => `/** The routes of @candela/${service}. @module */
import { ${capital(service)} } from "@candela/${service}/${capital(service)}"
import * as Route from "./Route.js"

/** The routes of @candela/${service}. */
export const routes = Route.all(${capital(service)}, {
})
`

/** The README of the repository with a package in its table, before the packages that are no domains. */
const withPackage = (text, service) =>
  text.replace(/^\| `@candela\/catalog`/m, `| \`@candela/${service}\` | TODO: what it contains |\n$&`)

/**
 * The files of a new domain by their paths, as changes of their texts. The manifest is after that
 * of a domain that imports the same packages.
 */
export const filesOf = ({ service, method, usesMarket }, read) => {
  const model = JSON.parse(read(`packages/${usesMarket ? "crypto" : "economy"}/package.json`))
  const folder = join("packages", service)
  return new Map([
    [join(folder, "package.json"), JSON.stringify(manifestOf(service, model), null, 2)],
    [join(folder, "README.md"), readme(service, method)],
    [join(folder, "src", `${capital(service)}.ts`), serviceModule(service)],
    [join("packages/sandbox/src/routes", `${service}.ts`), routesModule(service)],
    ["README.md", withPackage(read("README.md"), service)],
  ])
}
