// Adds an endpoint to the files that list them. Each function takes a file's text and returns the longer one.
import { comment, keyOf } from "./names.mjs"

/** A file that does not look as these functions expect. */
export class Unexpected extends Error {}

/** Inserts lines before the first line that matches `end` after the one that matches `begin`. */
const insertBefore = (text, begin, end, added, what) => {
  const lines = text.split("\n")
  const first = lines.findIndex((line) => begin.test(line))
  const last = lines.findIndex((line, index) => index > first && end.test(line))
  if (first < 0 || last < 0) throw new Unexpected(`There is no place for ${what}.`)
  return [...lines.slice(0, last), ...added.split("\n"), ...lines.slice(last)].join("\n")
}

/** Inserts a line among those that match, in their order. */
const insertSorted = (text, pattern, line, what) => {
  const lines = text.split("\n")
  if (lines.includes(line)) return text
  const found = lines.flatMap((one, index) => (pattern.test(one) ? [index] : []))
  if (found.length === 0) throw new Unexpected(`There is no place for ${what}.`)
  const after = found.filter((index) => lines[index] < line).at(-1)
  const at = after === undefined ? found[0] : after + 1
  return [...lines.slice(0, at), line, ...lines.slice(at)].join("\n")
}

/** An example as a literal. */
const literal = (example) => {
  const members = Object.entries(example).map(([name, value]) => `${keyOf(name)}: ${JSON.stringify(value)}`)
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`
}

/** The doc comment of a method, with its example. */
const commentOf = ({ example, text }) =>
  [
    ...comment(text, "  ")
      .replace(/^ {2}\/\*\* (.*) \*\/$/, "  /**\n   * $1\n   */")
      .split("\n")
      .slice(0, -1),
    "   *",
    `   * @example ${literal(example)}`,
    "   */",
  ].join("\n")

/** The module of a service with a method of an endpoint, and with its request type. */
export const withMethod = (module, { concept, example, method, service, text }) => {
  const line = `import * as ${concept} from "./${concept}.js"`
  const relative = /^import .* from "\.\//
  const imported = module.split("\n").some((one) => relative.test(one))
    ? insertSorted(module, relative, line, `the import of ${concept}`)
    : insertBefore(module, /^import /, /^(?!import )/, line, `the import of ${concept}`)
  const declared = insertBefore(
    imported,
    /Endpoint\.ofService\(/,
    /^\}\)/,
    `${commentOf({ example, text })}\n  ${method}: ${concept}.${method},`,
    `the method ${method}`,
  )
  const type = `  export type ${concept}Request = ${concept}.${concept}Request`
  const namespace = new RegExp(`^ {2}export (?:type \\w+Request =|interface Service )`)
  return insertSorted(declared, namespace, type, `the request type of ${service}`)
}

/** The module of a service with another example of a method. */
export const withExample = (module, { example, method }) => {
  const lines = module.split("\n")
  const member = lines.findIndex((line) => line.startsWith(`  ${method}: `))
  const at = lines.slice(0, Math.max(member, 0)).findLastIndex((line) => line.startsWith("   * @example "))
  if (at < 0) throw new Unexpected(`${method} has no @example.`)
  return lines.with(at, `   * @example ${literal(example)}`).join("\n")
}

/** The routes of a service with a synthetic one. */
export const withRoute = (module, { method }) =>
  insertBefore(module, /Route\.all\(/, /^\}\)/, `  ${method}: Route.synthetic(),`, `the route of ${method}`)

/** A changeset with an endpoint, and with what others of it there were. */
export const withChange = (changeset, { name, packageName }) => {
  const packages = [packageName, "@candela/catalog", "@candela/cli", "@candela/sandbox"]
  const before =
    changeset ??
    `---\n${packages.map((one) => `"${one}": patch\n`).join("")}---\n\nNew endpoints, beyond the specification:\n\n`
  return `${before.trimEnd()}${changeset === undefined ? "\n\n" : "\n"}- \`${name}\`\n`
}

/** The page of the vendor's client with a method of both. */
export const withVendorRow = (page, { name, vendorMethod }) =>
  insertBefore(page, /^\| vendor /, /^(?!\|)/, `| \`${vendorMethod}\` | \`${name}\` |`, `the vendor's ${vendorMethod}`)

/** The test of the vendor's client with a request of both. */
export const withVendorCase = (test, { example, name, vendorMethod }) =>
  insertBefore(
    test,
    /^const cases: /,
    /^\]/,
    `  [${JSON.stringify(name)}, ${JSON.stringify(vendorMethod)}, [${literal(example)}]],`,
    `the vendor's ${vendorMethod}`,
  )
