import { assert, describe, it } from "@effect/vitest"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import ts from "typescript"
import { declarationsOf, endpointsOf, faultsIn } from "./declarations.mjs"
import { servicesOf } from "./services.mjs"
import { libraries } from "../workspace.mjs"

const isAny = (type) => (type.flags & ts.TypeFlags.Any) !== 0

/** The parts of an endpoint's types that are `any`, or hold one. */
const anysIn = (checker, { answer, endpoint, name, request, row }) => {
  const parts = { request, answer, ...(endpoint.kind === "single" ? {} : { row }) }
  return Object.entries(parts).flatMap(([part, type]) =>
    isAny(type)
      ? [`${name}: its ${part} is any`]
      : type
          .getProperties()
          .filter((property) => isAny(checker.getTypeOfSymbol(property)))
          .map((property) => `${name}: "${property.name}" of its ${part} is any`),
  )
}

const check = async (packages) => {
  const program = declarationsOf(packages)
  const endpoints = (await servicesOf(packages)).flatMap((service) => endpointsOf(program, service))
  const anys = endpoints.flatMap((endpoint) => anysIn(program.getTypeChecker(), endpoint))
  return { faults: faultsIn(program, packages), names: endpoints.map(({ name }) => name), anys }
}

describe("the emitted declarations", () => {
  it("compile where a program checks its libraries, and no request, answer or row in them is any", async () => {
    const { anys, faults, names } = await check(libraries)
    assert.include(names, "Stocks.bars")
    assert.deepStrictEqual({ faults, anys }, { faults: [], anys: [] })
  })

  it("are found out where a name in them leads nowhere", async () => {
    const directory = mkdtempSync(join(tmpdir(), "candela-declarations-"))
    const files = {
      "dist/package.json": '{ "type": "module" }',
      "dist/index.js":
        "export class Prices { static endpoints = { last: { kind: 'single' }, first: { kind: 'list' } } }\n",
      "dist/index.d.ts": `
        declare const TypeId: unique symbol
        interface Endpoint<Request, Answer, Row> { readonly [TypeId]: { request: Request; answer: Answer; row: Row } }
        export declare class Prices {
          static readonly endpoints: {
            readonly last: Endpoint<Requests.Last, number, never>
            readonly first: Endpoint<{ readonly day: Day }, { readonly results: string }, { readonly price: number }>
          }
        }
        type Day = import("./absent.js").Day
      `,
    }
    try {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(directory, path)), { recursive: true })
        writeFileSync(join(directory, path), text)
      }
      const { anys, faults } = await check([{ directory, manifest: { name: "@candela/prices" } }])
      assert.deepStrictEqual(anys, ["Prices.last: its request is any", 'Prices.first: "day" of its request is any'])
      assert.lengthOf(faults, 2)
      assert.match(faults[0], /dist\/index\.d\.ts:6: Cannot find namespace 'Requests'/)
      assert.match(faults[1], /dist\/index\.d\.ts:10: Cannot find module '\.\/absent\.js'/)
    } finally {
      rmSync(directory, { recursive: true })
    }
  })
})
