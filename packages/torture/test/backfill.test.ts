import * as FileSystem from "@effect/platform/FileSystem"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"
import * as Cable from "../src/backfill/Cable.js"
import * as Check from "../src/backfill/Check.js"
import * as Files from "../src/backfill/Files.js"

/** A server on the socket of a PostgreSQL, which says again what it is told. */
const echo = Effect.gen(function* () {
  const files = yield* FileSystem.FileSystem
  const host = yield* files.makeTempDirectoryScoped({ prefix: "candela-cable-" })
  const server = createServer((socket) => socket.pipe(socket))
  yield* Effect.acquireRelease(
    Effect.async<void>((resume) => void server.listen(`${host}/.s.PGSQL.5432`, () => resume(Effect.void))),
    () => Effect.sync(() => server.close()),
  )
  return { host }
})

const opened = ({ host, port }: Cable.Cable) => {
  const socket = connect(port, host)
  socket.on("error", () => {})
  return socket
}

/** Its end, whether it was reset or not. */
const ended = (socket: Socket) => new Promise<void>((resolve) => void socket.once("close", () => resolve()))

const said = async (socket: Socket, text: string) => {
  socket.write(text)
  return String((await once(socket, "data"))[0])
}

describe("a cable", () => {
  it.scopedLive("leads to the socket, ends all connections when it is cut, refuses others, and leads there again", () =>
    Effect.gen(function* () {
      const cable = yield* Effect.flatMap(echo, Cable.lay)
      const first = opened(cable)
      assert.strictEqual(yield* Effect.promise(() => said(first, "one")), "one")
      const closed = ended(first)
      yield* cable.cut
      yield* Effect.promise(() => closed)
      const refused = opened(cable)
      yield* Effect.promise(() => ended(refused))
      yield* cable.mend
      const second = opened(cable)
      assert.strictEqual(yield* Effect.promise(() => said(second, "two")), "two")
      second.destroy()
    }).pipe(Effect.provide(NodeContext.layer)),
  )
})

describe("the table of a trial", () => {
  it("marks each figure by its bound", () => {
    const checks = [
      Check.atMost("time", 9.5, 10, "s"),
      Check.atMost("memory", 501, 500, "MB"),
      Check.atLeast("months", 2499, 2500, "a second"),
      Check.exactly("jobs lost", 0, 0, "jobs"),
      Check.figure("size", "4 MB"),
    ]
    assert.deepStrictEqual(
      checks.map(({ isMet }) => isMet),
      [true, false, false, true, true],
    )
    assert.deepStrictEqual(Check.table(checks).split("\n"), [
      "  ✓ time       9.5 s           at most 10 s",
      "  ✗ memory     501 MB          at most 500 MB",
      "  ✗ months     2,499 a second  at least 2,500 a second",
      "  ✓ jobs lost  0 jobs          0 jobs",
      "    size       4 MB",
    ])
  })

  it("names files that are different, or in one store only", () => {
    const one = new Map([
      ["a", "1"],
      ["b", "2"],
    ])
    const other = new Map([
      ["a", "1"],
      ["b", "3"],
      ["c", "4"],
    ])
    assert.deepStrictEqual(Files.different(one, other), ["b", "c"])
    assert.deepStrictEqual(Files.different(one, new Map(one)), [])
  })
})
