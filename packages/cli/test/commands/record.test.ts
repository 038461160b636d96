import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { makeFolder } from "./run.js"

const key = "a-key-that-nobody-may-see"

/** A service that repeats the key that it receives, in a page of two. */
const serve = Effect.acquireRelease(
  Effect.async<{ readonly url: string; readonly sent: () => number; readonly close: () => void }>((resume) => {
    let sent = 0
    const server = createServer((request, response) => {
      sent++
      const received = request.headers.authorization?.slice("Bearer ".length)
      const isFirst = !request.url!.includes("cursor")
      response.writeHead(200, { "content-type": "application/json", "x-request-id": `r${sent}` })
      response.end(
        JSON.stringify({
          status: "OK",
          request_id: received,
          results: [{ ticker: isFirst ? "AAPL" : "KO", execution_date: "2025-06-02", split_from: 1, split_to: 2 }],
          ...(isFirst && { next_url: `http://${request.headers.host}/stocks/v1/splits?cursor=next` }),
        }),
      )
    })
    server.listen(0, "127.0.0.1", () =>
      resume(
        Effect.succeed({
          url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
          sent: () => sent,
          close: () => server.close().closeAllConnections(),
        }),
      ),
    )
  }),
  ({ close }) => Effect.sync(close),
)

describe("record and replay", () => {
  it.scopedLive("keep the requests of a command without the key, and answer them without a service", () =>
    Effect.gen(function* () {
      const { fs, path, run } = yield* makeFolder
      const service = yield* serve
      const line = "stocks splits --format csv"
      const variables = { MARKET_DATA_API_KEY: key }
      const recorded = yield* run(`record @splits.json ${line} --url ${service.url}`, [], { variables })
      assert.strictEqual(recorded.code, 0, recorded.err)
      assert.match(recorded.err, /2 exchanges recorded in .*splits\.json\n$/)
      assert.strictEqual(service.sent(), 2)
      const cassette = yield* fs.readFileString(path("splits.json"))
      assert.notInclude(cassette, key)
      assert.strictEqual((yield* fs.stat(path("splits.json"))).mode & 0o777, 0o600)
      assert.include(cassette, "<redacted>")
      assert.deepStrictEqual(
        (yield* fs.readDirectory(path(""))).filter((name) => name.includes(".new")),
        [],
      )

      // The very line, and one without a URL.
      for (const end of ["", ` --url ${service.url}`, " --sandbox"]) {
        const replayed = yield* run(`replay @splits.json ${line}${end}`)
        assert.deepStrictEqual([replayed.code, replayed.out], [0, recorded.out], replayed.err)
      }
      assert.strictEqual(service.sent(), 2)
    }),
  )

  it.scopedLive("say what is different about a request that was not recorded, and which cassette is missing", () =>
    Effect.gen(function* () {
      const { run } = yield* makeFolder
      const service = yield* serve
      const variables = { MARKET_DATA_API_KEY: key }
      yield* run(`record @splits.json stocks splits --url ${service.url}`, [], { variables })
      const other = yield* run("replay @splits.json stocks splits --ticker AAPL --json-errors")
      assert.strictEqual(other.code, 1)
      const told = JSON.parse(other.err) as { readonly error: string; readonly message: string }
      assert.strictEqual(told.error, "Mismatch")
      assert.include(told.message, `ticker is "AAPL", recorded is absent`)
      const none = yield* run("replay @none.json stocks splits")
      assert.strictEqual(none.code, 1)
      assert.match(
        none.err,
        /There is no cassette .*none\.json. Record it first: candela record .*none\.json COMMAND\n/,
      )
      const unwritable = yield* run(`record @none/a.json stocks splits --url ${service.url}`, [], { variables })
      assert.strictEqual(unwritable.code, 1)
      assert.match(unwritable.err, /candela: The cassette ".*a\.json": it cannot be written\./)
      for (const line of ["record", "record @a.json", "replay @a.json --sandbox"]) {
        assert.strictEqual((yield* run(line)).code, 2, line)
      }
    }),
  )

  it.scopedLive(
    "take what stands behind the file as a command line, wherever the options of every command are written",
    () =>
      Effect.gen(function* () {
        const { run } = yield* makeFolder
        const service = yield* serve
        const variables = { MARKET_DATA_API_KEY: key }
        const recorded = yield* run(`--url ${service.url} record --quiet @a.json -- stocks splits`, [], { variables })
        assert.strictEqual(recorded.code, 0, recorded.err)
        assert.strictEqual((yield* run("--sandbox replay @a.json stocks --quiet splits")).out, recorded.out)
        for (const [line, message] of [
          ["record", "record needs FILE and COMMAND."],
          ["replay @a.json", "replay needs COMMAND."],
          ["replay @a.json stocks spilts", 'stocks has no command "spilts". Did you mean splits?'],
          ["replay @a.json stocks splits --tickre A", "stocks splits has no option --tickre. Did you mean --ticker?"],
        ] as const) {
          const { code, err } = yield* run(line)
          assert.strictEqual(code, 2)
          assert.include(err, message)
        }
      }),
  )
})
