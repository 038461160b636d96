import * as AsyncApi from "@candela/sandbox/AsyncApi"
import { documentedTopics } from "@candela/support/documentedTopics"
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import type { Schema } from "./document.js"

interface Reference {
  readonly $ref: string
}

interface Document {
  readonly channels: Readonly<
    Record<string, { readonly address: string; readonly messages: Readonly<Record<string, Reference>> }>
  >
  readonly operations: Readonly<
    Record<string, { readonly action: string; readonly messages: ReadonlyArray<Reference> }>
  >
  readonly components: {
    readonly messages: Readonly<Record<string, { readonly "x-code"?: string; readonly payload: Schema }>>
    readonly schemas: Readonly<Record<string, Schema>>
  }
}

const document: Document = JSON.parse(AsyncApi.make())

/** What a reference of the document refers to. */
const resolve = (reference: string): unknown =>
  reference
    .slice(2)
    .split("/")
    .reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], document)

const referencesIn = (value: unknown): ReadonlyArray<string> =>
  typeof value !== "object" || value === null
    ? []
    : Object.entries(value).flatMap(([key, inner]) => (key === "$ref" ? [inner as string] : referencesIn(inner)))

/** Schemas of the events of each channel, by the paths of the service's document. */
const events = new Map<string, Schema>(
  Object.values(document.channels).flatMap(({ address, messages }) =>
    Object.keys(messages).flatMap((name) => {
      const { payload, "x-code": code } = document.components.messages[name]!
      return code === undefined ? [] : [[`${address}/${code}`, resolve(payload.items!.$ref!) as Schema] as const]
    }),
  ),
)

/** The type of a property, in the words of the facts. */
const typeOf = ({ items, type }: Schema): string =>
  type === "array" ? `array of ${typeOf(items!)}` : [type].flat().join(" or ")

/** Differences of keys and types from the service's document, each with its reason. */
const known: ReadonlyArray<readonly [difference: RegExp, reason: string]> = [
  [/: integer is number$/, "integers arrive with fractions, and in forms that readers of integers refuse"],
  [/^\/stocks\/AM? (dv|dav): nothing is string$/, "seen on the wire: volumes with their fraction of a share"],
  [/^\/stocks\/T ds: nothing is string$/, "sent since February 2026: sizes with their fraction of a share"],
  [/^\/stocks\/T i: string is string or integer$/, "an id is read from text and numbers"],
  [/^\/crypto\/XT i: integer is string or integer$/, "an id is read from text and numbers"],
  [/^\/forex\/C x: integer is string or integer$/, "its example has text"],
  [/(FMV|LV|\/V) \w+: any is (number|string|integer)$/, "the document has no type"],
  [
    / c: array of integer is array of number$| i: array of integer is array of number$/,
    "lists of integers, which are numbers here, too",
  ],
]

describe("the AsyncAPI document", () => {
  it("is the file that the sandbox serves: ./scripts/generate writes it", () => {
    const file = readFileSync(new URL("../../asyncapi.json", import.meta.url), "utf8")
    assert.deepStrictEqual(JSON.parse(file), document)
  })

  it("refers to what it has", () => {
    const references = referencesIn(document)
    assert.isAbove(references.length, 200)
    assert.deepStrictEqual(
      references.filter((reference) => resolve(reference.replaceAll("~1", "/")) === undefined),
      [],
    )
  })

  it("has each topic in an operation that the service sends, and takes actions on each channel", () => {
    const operations = Object.entries(document.operations)
    const sent = operations.flatMap(([name, { action }]) =>
      action === "send" && !name.endsWith(".tell") ? [name] : [],
    )
    const topics = Object.keys(document.components.messages).filter((name) => name.includes("."))
    assert.sameMembers(sent, topics)
    assert.strictEqual(
      operations.filter(([, { action }]) => action === "receive").length,
      Object.keys(document.channels).length,
    )
  })

  it("has the paths, keys and types of the service's document, apart from known differences", () => {
    assert.deepStrictEqual(
      [...events.keys()].filter((path) => !documentedTopics.some((one) => one.path === path)),
      ["/futures/T", "/futures/Q", "/futures/A", "/futures/AM"],
    )
    const differences = documentedTopics.flatMap(({ path, types }) => {
      const schema = events.get(path)
      if (schema === undefined) return [`${path}: missing`]
      const theirs = new Map(
        types.split(", ").map((text) => [text.slice(0, text.indexOf(" ")), text.slice(text.indexOf(" ") + 1)]),
      )
      const { ev: _, ...ours } = schema.properties!
      return [...new Set([...theirs.keys(), ...Object.keys(ours)])].flatMap((key) => {
        const [their, our] = [theirs.get(key) ?? "nothing", ours[key] === undefined ? "nothing" : typeOf(ours[key])]
        return their === our ? [] : [`${path} ${key}: ${their} is ${our}`]
      })
    })
    assert.deepStrictEqual(
      differences.filter((difference) => !known.some(([pattern]) => pattern.test(difference))),
      [],
    )
    for (const [pattern, reason] of known) {
      assert.isTrue(
        differences.some((difference) => pattern.test(difference)),
        `${pattern}: "${reason}" is no difference any more`,
      )
    }
  })
})
