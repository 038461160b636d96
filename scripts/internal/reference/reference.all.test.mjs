import { assert, describe, it } from "@effect/vitest"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { Application, Logger, LogLevel, ReflectionKind, TSConfigReader } from "typedoc"
import { options } from "./reference.mjs"
import { servicesOf } from "../generate/services.mjs"

const requests = `
const last = {
  /** Whose price. */
  ticker: "AAPL",
  /** Of which day. */
  day: "2024-01-31",
}
type Inputs<P, K extends keyof P> = { readonly [X in K]: P[X] }
type Filters<P> = { readonly [K in keyof P as \`\${K & string}.gte\`]?: P[K] }
type Fields = {
  /** Ticker of the stock. */
  readonly ticker?: unknown
}
type Described = Fields & Inputs<typeof last, keyof typeof last>
/** What to ask for. */
export interface LastRequest extends Described, Filters<typeof last> {}
/** What else to ask for. */
export interface FirstRequest {
  /** Whose price. */
  readonly ticker: string
}
`

const service = `
import type * as Requests from "./Requests.js"
/** A method. */
export type Method<Request> = (request: Request) => number
/** Prices. */
export class Prices {}
/** Types of the service. */
export declare namespace Prices {
  /** The methods. */
  export interface Service {
    /** The last price. */
    readonly last: Method<LastRequest>
    /** The first price. */
    readonly first: Method<FirstRequest>
  }
  export type LastRequest = Requests.LastRequest
  export type FirstRequest = Requests.FirstRequest
  export type { Method }
}
`

/** A small repository of one package, laid out like this one. */
const complete = {
  "README.md": "# Prices\n\nWhat the repository is for.\n",
  "CONTRIBUTING.md": "# Contributing\n",
  "SECURITY.md": "# Security\n",
  "docs/errors.md": "# Errors\n",
  "docs/contributing/endpoint.md": "# An endpoint\n",
  "scripts/internal/reference/tsconfig.json":
    '{ "compilerOptions": { "lib": ["ES2022"], "types": [] }, "include": ["../../../packages"] }',
  "packages/prices/package.json": '{ "name": "@candela/prices", "version": "1.0.0" }',
  "packages/prices/README.md": "# @candela/prices\n\nWhat the package is for.\n",
  "packages/prices/src/index.ts": `
/**
 * {@include ../README.md}
 *
 * @module @candela/prices
 */
export * as Day from "./Day.js"
export { Prices } from "./Prices.js"
`,
  "packages/prices/src/Day.ts": `
/**
 * Days.
 *
 * @module
 */
import { first } from "./first.js"
/** A day. */
export const day = first
`,
  "packages/prices/src/first.ts": "export const first = 1\n",
  "packages/prices/src/Prices.ts": service,
  "packages/prices/src/Requests.ts": requests,
  "packages/prices/dist/package.json": '{ "type": "module" }',
  "packages/prices/dist/index.js": `
export class Prices {
  static endpoints = { last: { wireParams: { ticker: {}, day: {}, "day.gte": {} } }, first: { wireParams: { ticker: {} } } }
}
`,
}

/** The project that TypeDoc makes of a repository, and its warnings. */
const document = async (sources, changes = {}) => {
  const tree = mkdtempSync(join(tmpdir(), "candela-reference-"))
  try {
    for (const [path, text] of Object.entries(sources)) {
      mkdirSync(dirname(join(tree, path)), { recursive: true })
      writeFileSync(join(tree, path), text)
    }
    const packages = [{ directory: join(tree, "packages/prices"), manifest: { name: "@candela/prices" } }]
    const services = await servicesOf(packages)
    const app = await Application.bootstrapWithPlugins({ ...options(tree, packages, services), ...changes }, [
      new TSConfigReader(),
    ])
    const warnings = []
    app.logger = Object.assign(new Logger(), {
      log: (message, level) => level >= LogLevel.Warn && warnings.push(message),
    })
    const project = await app.convert()
    if (project !== undefined) app.validate(project)
    return { warnings, project }
  } finally {
    rmSync(tree, { recursive: true })
  }
}

const sentence = (parts) =>
  parts
    .map(({ text }) => text)
    .join("")
    .trim()

describe("the API reference", () => {
  it("begins with the README, and calls each package by its name", async () => {
    const { project, warnings } = await document(complete)
    assert.deepStrictEqual(warnings, [])
    assert.strictEqual(sentence(project.readme), "What the repository is for.")
    const modules = project.getReflectionsByKind(ReflectionKind.Module)
    assert.deepStrictEqual(
      modules.map(({ name, comment }) => [name, sentence(comment.summary)]),
      [["@candela/prices", "What the package is for."]],
    )
  })

  it("shows the requests of a service on pages of their own, with the text of every parameter", async () => {
    const { project, warnings } = await document(complete)
    assert.deepStrictEqual(warnings, [])
    const request = project
      .getReflectionsByKind(ReflectionKind.Interface)
      .find(({ name, parent }) => name === "LastRequest" && parent.name === "Prices")
    assert.deepStrictEqual(
      request.children.map(({ comment, name }) => [name, sentence(comment.summary)]),
      [
        ["day", "Of which day."],
        ["ticker", "Ticker of the stock. Whose price."],
        ["ticker.gte", "Ticker of the stock. Whose price. Only rows with this value or a greater one."],
        ["day.gte", "Of which day. Only rows with this value or a greater one."],
      ],
    )
    // Neither the example that a record holds, nor an alias in place of the interface.
    assert.isTrue(request.children.every(({ defaultValue }) => defaultValue === undefined))
    const aliases = project.getReflectionsByKind(ReflectionKind.TypeAlias).map(({ name }) => name)
    assert.notInclude(aliases, "LastRequest")
  })

  it("is checked: each kind of gap is found", async () => {
    const removed = (text, ...passages) =>
      passages.reduce((rest, passage) => {
        assert.include(rest, passage)
        return rest.replace(passage, "")
      }, text)
    const { warnings } = await document(
      {
        ...complete,
        "packages/prices/src/index.ts": removed(complete["packages/prices/src/index.ts"], " @candela/prices"),
        "packages/prices/src/Day.ts": removed(complete["packages/prices/src/Day.ts"], " * @module\n"),
        "packages/prices/src/Requests.ts": removed(requests, "  /** Of which day. */\n"),
        "packages/prices/src/Prices.ts": removed(
          service,
          "  export type FirstRequest = Requests.FirstRequest\n",
        ).replace("Method<FirstRequest>", "Method<Requests.FirstRequest>"),
      },
      { readme: "none" },
    )
    assert.deepStrictEqual(warnings.sort(), [
      "Prices.first: the reference lacks the interface of its request, FirstRequest. Is it exported?",
      'Prices.last: the parameter "day" of LastRequest has no text in the reference',
      'Prices.last: the parameter "day.gte" of LastRequest has no text in the reference',
      "The front page of the reference is not the README",
      'The module "packages/prices/src" is not called as its package: its index.ts needs "@module PACKAGE"',
      "packages/prices/src.Day (Namespace), defined in @candela/prices/src/Day.ts, does not have any documentation",
      "packages/prices/src.Prices.LastRequest.day does not have any documentation",
    ])
  })

  it("explains what an endpoint declares, whatever the interface of its request says", async () => {
    const { warnings } = await document({
      ...complete,
      "packages/prices/src/Requests.ts": requests.replace("  day:", "  date:"),
      "packages/prices/src/Prices.ts": service.replace("readonly first:", "readonly earliest:"),
    })
    assert.deepStrictEqual(warnings.sort(), [
      "Prices.first: the reference lacks the method",
      'Prices.last: the parameter "day" of LastRequest has no text in the reference',
      'Prices.last: the parameter "day.gte" of LastRequest has no text in the reference',
    ])
  })
})
