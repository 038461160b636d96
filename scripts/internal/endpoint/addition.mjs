// What a new endpoint changes: the files by their paths, and what a person must decide.
import { join } from "node:path"
import { publicNames } from "../generate/barrels.mjs"
import { declarationOf } from "./declaration.mjs"
import * as Domain from "./domain.mjs"
import * as Insert from "./insert.mjs"
import { draft, methodOf, vendorMethodOf } from "./names.mjs"

/** An endpoint that cannot be added, with what to do. */
export class Refused extends Error {}

/** The name of an operation's endpoint: the service that its path begins with, and the operation's own name. */
export const nameOf = (operation, services) => {
  const [first] = operation.path.split("/").filter((part) => part !== "" && !/^\{|^v[0-9X]+$/.test(part))
  if (services.includes(first)) return `${first}.${methodOf(operation)}`
  throw new Refused(
    `${operation.name} names no service. Say which: --as SERVICE.${methodOf(operation)}, where SERVICE is one of ${services.join(", ")}, or a new one.`,
  )
}

/** A request with the parameters that the endpoint needs, and with few rows: those of the last months. */
const exampleOf = ({ parameters }, params) => {
  const required = [...parameters.values()].filter((one) => one.required)
  const [, date] = params.match(/^ {2}"?(\w+)"?: Filter\.range\w*\(Param\.Date\w*\b/m) ?? []
  return {
    ...Object.fromEntries(required.map(({ choices, example, name }) => [name, example ?? choices[0] ?? "TODO"])),
    ...(date === undefined ? {} : { [`${date}.gte`]: "2024-01-01" }),
  }
}

const capital = (name) => name[0].toUpperCase() + name.slice(1)

/**
 * The files that an endpoint changes, with their new texts, and what a person must decide. `read`
 * gives a file's text, `undefined` if there is none; `modules` the paths of a domain's modules.
 */
export const additionOf = (operation, name, { modules, read }) => {
  const [service, method, ...others] = name.split(".")
  if (method === undefined || others.length > 0 || !/^[a-z]+$/.test(service) || !/^[a-z]\w*$/.test(method))
    throw new Refused(`"${name}" is no name of an endpoint. Write SERVICE.METHOD, such as stocks.shortInterest.`)
  const serviceFile = join("packages", service, "src", `${capital(service)}.ts`)
  const isNew = read(serviceFile) === undefined
  const taken = isNew ? [] : modules(service).flatMap((file) => publicNames(read(file)))
  const declaration = declarationOf(operation, {
    method,
    service,
    taken: taken.map((one) => one.replace("type ", "")),
  })
  const { concept, module, params } = declaration
  const file = join("packages", service, "src", `${concept}.ts`)
  if (read(file) !== undefined) throw new Refused(`${file} exists. Choose another name: --as ${service}.METHOD`)
  const changed = isNew
    ? Domain.filesOf({ service, method, usesMarket: module.includes('"@candela/market/') }, read)
    : new Map()
  const change = (path, edit) => changed.set(path, edit(changed.get(path) ?? read(path)))

  const text = draft(operation.text || operation.summary, `what \`${method}\` gives.`)
  const example = exampleOf(operation, params)
  changed.set(file, module)
  change(serviceFile, (before) => Insert.withMethod(before, { concept, example, method, text }))
  change(`packages/sandbox/src/routes/${service}.ts`, (before) => Insert.withRoute(before, { method }))
  change(`.changeset/endpoints-of-${service}.md`, (before) =>
    Insert.withChange(before, { name, packageName: `@candela/${service}` }),
  )
  if (operation.id !== undefined) {
    const vendorMethod = vendorMethodOf(operation.id)
    change("docs/from-the-vendors-client.md", (page) => Insert.withVendorRow(page, { name, vendorMethod }))
    change("packages/sandbox/test/contract/vendor.all.test.ts", (test) =>
      Insert.withVendorCase(test, { example, name, vendorMethod }),
    )
  }
  return {
    changed,
    decisions: [
      [file, declaration.decisions],
      [serviceFile, ["Write the text of the method: an editor shows it."]],
      ...(isNew
        ? [
            [
              join("packages", service),
              ["Replace each TODO in package.json, README.md, the service and the README of the repository."],
            ],
          ]
        : []),
      [
        `packages/sandbox/src/routes/${service}.ts`,
        ["`Route.synthetic()` has rows of the right kind, and no more. Replace it if the rows must agree with others."],
      ],
    ],
  }
}
