import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { program } from "../../src/commands/index.js"
import * as Profiles from "../../src/connect/Profiles.js"
import * as TestTerminal from "../TestTerminal.js"
import { makeUser } from "./support.js"

const key = "a-key-that-nobody-may-see"

const posix = process.platform !== "win32"

const modeOf = (path: string) => statSync(path).mode & 0o777

describe("profiles", () => {
  it.scoped("are kept by login, for this user alone, and never shown", () =>
    Effect.gen(function* () {
      const user = yield* makeUser
      const line = (args: string, process: TestTerminal.Process = {}) =>
        TestTerminal.line(program, args.split(" "), user.process(process))
      const said: Array<string> = []
      const ok = (args: string, process?: TestTerminal.Process) =>
        Effect.map(line(args, process), ({ code, err, out }) => {
          assert.strictEqual(code, 0, err)
          said.push(err, out)
          return out
        })

      // A wide folder is made narrow.
      mkdirSync(dirname(user.file))
      yield* ok("login --rate 5/min", { secret: key })
      yield* ok("login --profile work --from-stdin --url http://work.test", { input: `${key}2\n` })
      yield* ok("login --profile ci", { input: "", variables: { MARKET_DATA_API_KEY: `${key}3` } })
      // What is not said again stays.
      yield* ok("login --rate 100/s --profile work", { secret: `${key}4` })
      assert.deepStrictEqual(JSON.parse(readFileSync(user.file, "utf8")), {
        profiles: {
          default: { url: "https://api.massive.com", key, rate: "5/min" },
          work: { url: "http://work.test", key: `${key}4`, rate: "100/s" },
          ci: { url: "https://api.massive.com", key: `${key}3` },
        },
      })
      if (posix) assert.deepStrictEqual([modeOf(user.file), modeOf(dirname(user.file))], [0o600, 0o700])
      // Nothing is left of the file's making.
      assert.deepStrictEqual(readdirSync(dirname(user.file)), ["profiles.json"])

      assert.deepStrictEqual(
        (yield* ok("profiles"))
          .trim()
          .split("\n")
          .map((text) => JSON.parse(text) as unknown),
        [
          { name: "default", url: "https://api.massive.com", rate: "5/min" },
          { name: "work", url: "http://work.test", rate: "100/s" },
          { name: "ci", url: "https://api.massive.com" },
        ],
      )
      assert.strictEqual(
        yield* ok("profiles", { terminal: true }),
        "default  https://api.massive.com  5/min\nwork     http://work.test  100/s\nci       https://api.massive.com\n",
      )
      yield* ok("logout --profile work")
      yield* ok("logout")
      assert.strictEqual(yield* ok("profiles"), '{"name":"ci","url":"https://api.massive.com"}\n')
      assert.notInclude(said.join(), key)
    }),
  )

  it.scoped("are refused where a name, an address, a rate or a key is none, and nothing is kept", () =>
    Effect.gen(function* () {
      const user = yield* makeUser
      for (const [args, process, message] of [
        ["login --profile ../x", {}, "--profile must be a name of letters"],
        ["login --url ftp://x", {}, "--url: the base URL must be an absolute http or https URL"],
        ["login --rate 5", {}, "--rate must be a whole number of requests"],
        ["login", { secret: "" }, "This is no key: the key is empty"],
        ["login", { secret: "two words" }, "This is no key:"],
        ["login", { input: "" }, "Pipe it in with --from-stdin, or set MARKET_DATA_API_KEY."],
        ["login --sandbox", {}, "The sandbox needs no login"],
        ["logout", {}, `There is no profile "default" in ${user.file}.`],
      ] as const) {
        const { code, err, out } = yield* TestTerminal.line(program, args.split(" "), user.process(process))
        assert.deepStrictEqual([code, out], [2, ""], args)
        assert.include(err, message)
        assert.notInclude(err, "two words")
      }
      assert.deepStrictEqual(readdirSync(user.folder), [])
    }),
  )

  it.scoped("are told where others may read them", () =>
    Effect.gen(function* () {
      const user = yield* makeUser
      yield* TestTerminal.line(program, ["login"], user.process({ secret: key }))
      assert.strictEqual((yield* user.run(Profiles.read)).err, "")
      chmodSync(user.file, 0o640)
      const { err, exit } = yield* user.run(Profiles.read)
      assert.isTrue(Exit.isSuccess(exit))
      if (posix)
        assert.strictEqual(
          err,
          `warning: ${user.file} holds keys, and others may read it (mode 640). Run: chmod 600 ${user.file}\n`,
        )
      // The next login mends it.
      yield* TestTerminal.line(program, ["login"], user.process({ secret: key }))
      if (posix) assert.strictEqual(modeOf(user.file), 0o600)
    }),
  )

  it.scoped("that are none are refused, with the file and without the key", () =>
    Effect.gen(function* () {
      const user = yield* makeUser
      mkdirSync(dirname(user.file), { mode: 0o700 })
      for (const [text, fault] of [
        [`{"profiles": {"default": {"key": "${key}"`, "it is no JSON"],
        ["[]", "it has no profiles"],
        [`{"profiles": {"a": {"key": "${key}"}}}`, "profile a: it has no url and key"],
        [`{"profiles": {"a": "${key}"}}`, "profile a: it is no object"],
        [`{"profiles": {"a": {"key": "${key}", "url": "x"}}}`, "profile a: the base URL must be an absolute"],
        [`{"profiles": {"a": {"key": "${key}\\n", "url": "http://x"}}}`, "profile a: the key is empty, or has"],
        [`{"profiles": {"a": {"key": "${key}", "url": "http://x", "rate": 5}}}`, "profile a: its rate is no text"],
        [`{"profiles": {"a": {"key": "${key}", "url": "http://x", "rate": "5"}}}`, "profile a: its rate must be"],
      ] as const) {
        writeFileSync(user.file, text, { mode: 0o600 })
        const { code, err } = yield* TestTerminal.line(program, ["profiles"], user.process({}))
        assert.strictEqual(code, 1)
        assert.include(err, `${user.file} cannot be read: ${fault}`)
        assert.notInclude(err, key)
      }
    }),
  )
})
