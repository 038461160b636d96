import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { watch } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { version } from "../../src/Package.js"
import { program } from "../../src/sandbox/Command.js"
import { data } from "../commands/run.js"
import { bundle, run, type Running } from "../process/support.js"
import * as TestTerminal from "../TestTerminal.js"

/** The smallest data set, at a present so early that a few days are all there is. */
const early = ["--dataset", "quickstart", "--now", "2024-10-03T16:00:00-04:00", "--port", "0"]

/** The data set of that present, made once for the tests that are not about making it. */
const made = [...early, "--data", data]

const start = (directory: string, ...args: ReadonlyArray<string>) =>
  Effect.flatMap(bundle, ({ sandbox }) => run(process.execPath, [sandbox, ...args], {}, directory))

const temporaryDirectory = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "candela-command-"))),
  (directory) => Effect.sync(() => rmSync(directory, { recursive: true })),
)

interface Answer {
  readonly status: number
  readonly json: Record<string, unknown> & { readonly results: ReadonlyArray<Record<string, unknown>> }
}

const get = (url: string, key?: string): Effect.Effect<Answer> =>
  Effect.promise(async () => {
    const answer = await fetch(url, key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } })
    return { status: answer.status, json: (await answer.json()) as Answer["json"] }
  })

/** Tells it to end, which it does well and without an error. */
const end = (sandbox: Running, signal: "SIGINT" | "SIGTERM") =>
  Effect.gen(function* () {
    sandbox.process.kill(signal)
    assert.strictEqual(yield* sandbox.ended, 0)
    assert.notInclude(sandbox.said.err, "Error")
  })

/** Where it listens, once it has said all. */
const listening = (sandbox: Running) =>
  Effect.map(sandbox.says("/prev'\n"), () => /^Listening on (http:\/\/127\.0\.0\.1:\d+)\n/.exec(sandbox.said.out)![1]!)

describe("candela-sandbox", () => {
  it.scopedLive(
    "removes what a killed start has left, says where it listens, with a line to try, and ends well when it is told to",
    () =>
      Effect.gen(function* () {
        const directory = yield* temporaryDirectory
        const data = join(directory, ".data")
        mkdirSync(data)
        const killed = yield* start(directory, "--port", "0", "--data", data)
        const building = Effect.promise(async (signal) => {
          for await (const { filename } of watch(data, { signal })) if (filename?.startsWith("building-")) return
        })
        yield* Effect.raceFirst(building, killed.ended)
        killed.process.kill("SIGKILL")
        assert.strictEqual(yield* killed.ended, "SIGKILL")
        assert.match(readdirSync(data).join(), /^building-/)

        const sandbox = yield* start(directory, ...early, "--data", data)
        const url = yield* listening(sandbox)
        const banner = sandbox.said.out
        const { json, status } = yield* get(`${url}/v2/aggs/ticker/AAPL/prev`, "sandbox")
        assert.strictEqual(status, 200)
        assert.strictEqual(json.results[0]!["t"], Date.parse("2024-10-02T04:00:00Z"))

        const [, header = "", asked = ""] = /curl -H '([^']+)' \\\n +'([^']+)'/.exec(banner) ?? []
        const tried = yield* Effect.promise(() =>
          fetch(asked, { headers: { authorization: header.replace("Authorization: ", "") } }),
        )
        assert.strictEqual(tried.status, 200)
        assert.include(banner, "synthetic")

        // A connection that is kept alive does not hold it back.
        yield* end(sandbox, "SIGINT")
        yield* Effect.flip(Effect.tryPromise(() => fetch(url)))
        assert.strictEqual(sandbox.said.out, banner)
        assert.match(sandbox.said.err, /^\S+Z 200 +[\d.]+ ms +1 row  GET \/v2\/aggs\/ticker\/AAPL\/prev$/m)
        assert.deepStrictEqual(readdirSync(directory), [".data"])
        // Nothing is left of the start that was killed.
        assert.match(readdirSync(data).join(), /^quickstart-[^,]+$/)
      }),
  )

  it.scopedLive("serves as its options tell: keys with plans, a rate, an origin, no compression, lines of JSON", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      const told = [
        "--key",
        "the-only-one",
        "--key",
        "a=b=basic",
        "--rate",
        "2/hour",
        "--cors",
        "http://localhost:5173",
      ]
      const sandbox = yield* start(directory, ...made, ...told, "--no-gzip", "--log", "json")
      const path = `${yield* listening(sandbox)}/v2/aggs/ticker/AAPL/prev?adjusted=false`
      const banner = sandbox.said.out
      assert.include(banner, "  Keys       the-only-one (business), a=b (basic)\n")
      assert.strictEqual((yield* get(path, "the-only-one")).json["status"], "OK")
      assert.strictEqual((yield* get(path, "a=b")).json["status"], "DELAYED")
      assert.strictEqual((yield* get(`${path}&apiKey=a%3Db`)).json["status"], "DELAYED")
      assert.strictEqual((yield* get(path, "sandbox")).status, 401)

      const [second, third] = yield* Effect.promise(async () => {
        const asked = `${path}&apiKey=the-only-one`
        return [await fetch(asked), await fetch(asked)] as const
      })
      assert.strictEqual(second.status, 200)
      assert.notInclude(String(second.headers.get("vary")).toLowerCase(), "accept-encoding")
      assert.strictEqual(third.status, 429)
      assert.match(third.headers.get("retry-after")!, /^3[56]\d\d$/)
      assert.strictEqual(third.headers.get("access-control-allow-origin"), "http://localhost:5173")

      yield* end(sandbox, "SIGTERM")
      assert.strictEqual(sandbox.said.out, banner)
      assert.notInclude(sandbox.said.err, "the-only-one")
      const lines = sandbox.said.err.split("\n").filter((text) => text.includes("/prev"))
      assert.strictEqual(lines.length, 6)
      assert.match(
        lines[0]!,
        /^\{"time":"\S+Z","method":"GET","path":"\/v2\/aggs\/ticker\/AAPL\/prev\?adjusted=false",.*"rows":1,.*\}$/,
      )
      assert.deepStrictEqual(readdirSync(directory), [])
    }),
  )

  it.scopedLive("serves files of a user's own beside the data set, and logs nothing where it is told so", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      writeFileSync(
        join(directory, "mine.csv"),
        "Day,open,high,low,close,Shares\n2023-07-05,1,4,1,3,10\n2023-07-06,3,5,2,2.5,20\n",
      )
      writeFileSync(
        join(directory, "other.csv"),
        "Date,Open,High,Low,Close,Adj Close,Volume\n2023-07-05,1,4,1,3,2.9,10\n2023-07-06,3,5,2,2.5,2.4,20\n",
      )
      writeFileSync(join(directory, "prices.csv"), "date,open,high,low,close\n2023-07-05,1,4,1,3\n")
      const imports = ["mine.csv:MINE:date=Day,volume=Shares", "other.csv:OTHER", "prices.csv:PRICES"]
      const sandbox = yield* start(
        directory,
        ...made,
        "--log",
        "none",
        ...imports.flatMap((text) => ["--import", text]),
      )
      const url = yield* listening(sandbox)
      for (const ticker of ["MINE", "OTHER"]) {
        const { json } = yield* get(`${url}/v2/aggs/ticker/${ticker}/range/1/day/2023-07-01/2023-07-10?apiKey=sandbox`)
        assert.deepStrictEqual(
          json.results.map(({ c, v }) => [c, v]),
          [
            [3, 10],
            [2.5, 20],
          ],
        )
      }
      // What is not served is said.
      assert.include(sandbox.said.err, "other.csv: columns that were not imported: Adj Close.\n")
      assert.include(sandbox.said.err, "prices.csv: there is no column of volumes, so they are 0.\n")
      assert.notInclude(sandbox.said.err, "mine.csv")
      assert.include(sandbox.said.out, "  Imported   MINE, as it is in mine.csv\n")
      assert.notInclude(sandbox.said.err, "/range/1/day")
      assert.notInclude(readdirSync(directory), ".data")
      // Whether a closed terminal ends it is up to who starts it: `nohup` has it ignored.
      sandbox.process.kill("SIGHUP")
      assert.strictEqual(yield* sandbox.ended, "SIGHUP")
    }),
  )

  it.scopedLive("says what is wrong with a file, and does not begin", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      writeFileSync(join(directory, "bad.csv"), "date,open,high,low,close\n2023-07-05,1,4,1,3\n2023-07-06,3,x,2,2.5\n")
      const sandbox = yield* start(directory, ...made, "--import", "bad.csv:BAD")
      assert.strictEqual(yield* sandbox.ended, 1)
      assert.strictEqual(sandbox.said.out, "")
      assert.match(sandbox.said.err, /candela-sandbox: bad\.csv, row 3, column "high": "x" /)
    }),
  )

  it.scopedLive("says what to do about a port in use", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      const port = yield* Effect.acquireRelease(
        Effect.async<{ readonly port: number; readonly close: () => void }>((resume) => {
          const server = createServer()
          server.listen(0, "127.0.0.1", () =>
            resume(Effect.succeed({ port: (server.address() as AddressInfo).port, close: () => server.close() })),
          )
        }),
        ({ close }) => Effect.sync(close),
      )
      const sandbox = yield* start(directory, ...early.slice(0, 4), "--data", data, "--port", String(port.port))
      assert.strictEqual(yield* sandbox.ended, 1)
      assert.strictEqual(sandbox.said.out, "")
      assert.include(
        sandbox.said.err,
        `candela-sandbox: Port ${port.port} of 127.0.0.1 is in use. Stop what listens there, or choose another port`,
      )
    }),
  )

  it.scopedLive("refuses what it does not understand, with exit code 2", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      const sandbox = yield* start(directory, "--prot", "1")
      assert.strictEqual(yield* sandbox.ended, 2)
      assert.strictEqual(sandbox.said.out, "")
      assert.strictEqual(
        sandbox.said.err,
        "candela-sandbox has no option --prot. Did you mean --port?\nHelp: candela-sandbox --help\n",
      )
      assert.deepStrictEqual(readdirSync(directory), [])
    }),
  )

  it.scopedLive("helps, and tells its version, whatever else it is told", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      // `./scripts/sandbox` names the directory of the data sets first.
      const answer = (args: ReadonlyArray<string>) =>
        Effect.gen(function* () {
          const sandbox = yield* start(directory, ...args)
          assert.strictEqual(yield* sandbox.ended, 0, args.join(" "))
          assert.strictEqual(sandbox.said.err, "")
          return sandbox.said.out
        })
      const [plain, among, told] = yield* Effect.all(
        [
          answer(["--help"]),
          answer(["--data", "x", "-h", "--port", "0"]),
          answer(["--port", "0", "--no-gzip", "--prot", "--version"]),
        ],
        { concurrency: 2 },
      )
      assert.strictEqual(plain, (yield* TestTerminal.line(program, ["--help"])).out)
      assert.notInclude(plain, "\x1b")
      assert.strictEqual(among, plain)
      assert.strictEqual(told, `${version()}\n`)
      assert.deepStrictEqual(readdirSync(directory), [])
    }),
  )
})
