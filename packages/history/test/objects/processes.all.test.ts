import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { begin, bundled, run, runStopped } from "../store/childProcesses.js"
import { ObjectServer } from "@candela/support/objectServer"
import { openObjects, prefix } from "./support.js"

const tickers = 4
/** Bars of five years, splits and dividends of each ticker. */
const parts = tickers * 7

const listening = Effect.acquireRelease(
  Effect.promise(async () => {
    const server = new ObjectServer()
    return { server, ...(await server.listen()) }
  }),
  ({ close }) => Effect.promise(close),
)

type Listening = Effect.Effect.Success<typeof listening>

const syncing =
  (program: string, { server, url }: Listening) =>
  (...stopAt: ReadonlyArray<string>) => {
    const keys = `${server.accessKeyId} ${server.secretAccessKey}`
    return begin(program, url, `${server.bucket}/${prefix}`, keys, `${tickers}`, ...stopAt)
  }

/** The objects of a store once those of killed and late processes are removed, as if two hours had passed. */
const compacted = ({ server }: Listening) =>
  Effect.gen(function* () {
    const later = new ObjectServer()
    for (const [key, content] of server.objects) later.objects.set(key, { ...content, modified: 0 })
    later.isOpen = true
    const store = yield* openObjects(later)
    assert.deepStrictEqual((yield* store.verify()).damages, [])
    yield* store.compact
    return later.contents(prefix)
  })

describe("processes on one object store", () => {
  it.live(
    "that are killed leave a store that reads, and the next sync ends with the objects of one that was never killed",
    () =>
      Effect.gen(function* () {
        const program = yield* bundled(import.meta.url)
        const [calm, killed] = yield* Effect.all([listening, listening])
        assert.strictEqual(yield* run(syncing(program, calm)), parts)
        for (const after of [1, 9, 4, 2]) assert.isBelow(yield* run(syncing(program, killed), after), parts)
        assert.isBelow(yield* run(syncing(program, killed)), parts)
        assert.deepStrictEqual(yield* compacted(killed), yield* compacted(calm))
      }).pipe(Effect.scoped, Effect.provide(NodeContext.layer)),
    { timeout: 120_000 },
  )

  it.live(
    "lose nothing of each other: three at a time, one of them stopped in the middle of a change, and a network that fails now and then",
    () =>
      Effect.gen(function* () {
        const program = yield* bundled(import.meta.url)
        const [calm, crowded] = yield* Effect.all([listening, listening])
        yield* run(syncing(program, calm))
        let requests = 0
        crowded.server.fault = () => {
          const nth = ++requests
          return nth % 13 === 0 ? "lost" : nth % 17 === 0 ? "refused" : nth % 19 === 0 ? "cut" : undefined
        }
        yield* runStopped(syncing(program, crowded), 8)
        assert.isAbove(requests, 200)
        assert.deepStrictEqual(yield* compacted(crowded), yield* compacted(calm))
      }).pipe(Effect.scoped, Effect.provide(NodeContext.layer)),
    { timeout: 240_000 },
  )
})
