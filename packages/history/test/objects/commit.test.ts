/**
 * Changes of one manifest in an object store by several processes, whose requests are interleaved,
 * and whose answers are lost.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, FastCheck as fc } from "effect"
import * as Commit from "../../src/internal/store/objects/commit.js"
import * as Manifest from "../../src/internal/store/layout/manifest.js"
import * as Commits from "../store/commitLaws.js"
import { Machine } from "../store/memory.js"
import { worldOf } from "../store/turns.js"
import { type Fault, ObjectServer } from "@candela/support/objectServer"
import { clientOf, hurried, objectsOf } from "./support.js"
import { runs } from "@candela/support/seeded"

const [key, oldKey] = ["_manifest.json", "manifest.json"]

const parse = (text: string | undefined) =>
  text === undefined ? Commits.empty : Either.getOrThrow(Manifest.parse(text))

/** An object store with a manifest, and what adds periods to it, one after another. Tells how often each was added. */
const start = (isOld = false) => {
  const server = new ObjectServer()
  if (isOld) {
    const bytes = new TextEncoder().encode(Manifest.print(Commits.empty))
    server.objects.set(oldKey, { bytes, etag: '"old"', modified: 0 })
  }
  server.isOpen = true
  const periods = () => {
    const content = server.objects.get(key)
    return content === undefined ? [] : Object.keys(parse(new TextDecoder().decode(content.bytes)).files).sort()
  }
  const adding = (periods: ReadonlyArray<string>, turn?: Effect.Effect<void>) =>
    Effect.flatMap(objectsOf(server, clientOf(server, turn)), ({ client }) =>
      Effect.forEach(periods, (period) => Commit.commit(client, { key, oldKey }, parse, Commits.adding(period))),
    )
  return { server, periods, adding }
}

describe("changes of a manifest with the old name in an object store", () => {
  Commits.laws(
    Effect.sync(() => {
      const { adding, periods, server } = start(true)
      const world = worldOf(new Machine(), 0)
      return {
        periods,
        rest: () => (server.objects.has(oldKey) ? [oldKey] : []),
        adding: (...periods: ReadonlyArray<string>) => world.spawn((_, turn) => adding(periods, turn)),
      }
    }),
    { turns: 40, killed: 8 },
  )
})

describe("changes of a manifest in an object store", () => {
  Commits.laws(
    Effect.sync(() => {
      const { adding, periods } = start()
      const world = worldOf(new Machine(), 0)
      return { periods, adding: (...periods: ReadonlyArray<string>) => world.spawn((_, turn) => adding(periods, turn)) }
    }),
    { turns: 40, killed: 8 },
  )

  const faults = fc.array(fc.constantFrom<Fault>(undefined, "lost", "cut", "refused"), { maxLength: 30 })

  it.effect.prop(
    "are made once each, whichever requests are refused, and whichever answers are lost",
    { faults },
    ({ faults }) =>
      Effect.gen(function* () {
        const { adding, periods, server } = start()
        const left = [...faults]
        server.fault = () => left.shift()
        // No more than 7 in a row are borne.
        const added = yield* Effect.either(adding(["2020", "2021", "2022"]))
        if (Either.isRight(added)) {
          assert.deepStrictEqual(periods(), ["2020", "2021", "2022"])
          assert.deepStrictEqual(
            added.right.map(({ files }) => Object.keys(files).sort()),
            [["2020"], ["2020", "2021"], ["2020", "2021", "2022"]],
          )
        } else {
          assert.deepInclude(added.left, { _tag: "StoreError" })
          assert.match(added.left.detail, /did not respond as it should/)
        }
      }).pipe(hurried(0)),
    { fastCheck: { numRuns: runs(150) } },
  )

  it.effect("whose answer is lost are found by reading, and sent no second time", () =>
    Effect.gen(function* () {
      const { adding, periods, server } = start()
      server.fault = ({ method }) => (method === "PUT" ? "lost" : undefined)
      yield* adding(["2020"])
      assert.deepStrictEqual(periods(), ["2020"])
      assert.deepStrictEqual(
        server.requests.map(({ method }) => method),
        ["GET", "GET", "PUT", "GET"],
      )
    }).pipe(hurried(0)),
  )

  it.effect("whose answer is lost, and on which another has built, keep what the other wrote", () =>
    Effect.gen(function* () {
      const { adding, periods, server } = start()
      let isLost = false
      server.fault = ({ method }) => {
        if (method !== "PUT" || isLost) return undefined
        isLost = true
        return "lost"
      }
      // Once the write was made and before it is looked for, another one changes the manifest.
      let reads = 0
      const before = Effect.suspend(() =>
        server.requests.length === 2 && reads++ === 0 ? Effect.asVoid(Effect.orDie(adding(["2021"]))) : Effect.void,
      )
      yield* adding(["2020"], before)
      assert.deepStrictEqual(periods(), ["2020", "2021"])
    }).pipe(hurried(0)),
  )

  it.effect("are made by conditional writes alone", () =>
    Effect.gen(function* () {
      const { adding, server } = start()
      yield* adding(["2020", "2021"])
      const conditions = server.requests
        .filter(({ method }) => method === "PUT")
        .map(({ headers }) => [headers["if-none-match"], headers["if-match"] !== undefined])
      assert.deepStrictEqual(conditions, [
        ["*", false],
        [undefined, true],
      ])
    }).pipe(hurried(0)),
  )
})
