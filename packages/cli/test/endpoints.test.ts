import * as Catalog from "@candela/catalog/Catalog"
import * as Sandbox from "@candela/sandbox/Sandbox"
import { assert, describe, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import type * as Command from "../src/command/Command.js"
import * as Call from "../src/commands/endpoints/Call.js"
import * as Commands from "../src/commands/endpoints/Commands.js"
import { make, layer as processLayer, type Process } from "./TestTerminal.js"

const all = Catalog.services.flatMap((service) => service.endpoints.map((entry) => ({ service, entry })))

/** What a command line says, read by the command's own options. Words are separated by single spaces. */
const read = (command: Command.Command, line: string) => {
  const words = line.split(" ")
  const texts: Record<string, ReadonlyArray<string>> = {}
  const names = Object.keys(command.arguments)
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const name = word.startsWith("--") ? word.slice(2) : names.shift()!
    texts[name] = [word.startsWith("--") ? words.shift()! : word]
  }
  return Object.fromEntries(
    Object.entries({ ...command.arguments, ...command.options }).map(([name, option]) => {
      const value = option.read(texts[name] ?? [])
      return [name, Either.getOrThrowWith(value, (expected) => new Error(`${name}: ${expected}`))]
    }),
  )
}

/** Runs a command line of an endpoint on the connection of the test. */
const run = (name: string, line: string, process: Process = {}) =>
  Effect.gen(function* () {
    const { entry, service } = all.find(({ entry }) => entry.name === name)!
    const { printed, terminal } = make(process)
    const values = read(Commands.ofEntry(service, entry), line)
    const exit = yield* Effect.exit(
      Call.program(service, entry)(values).pipe(Effect.scoped, Effect.provide(processLayer(process, terminal))),
    )
    return { ...printed(), exit }
  })

layer(Layer.orDie(Sandbox.Sandbox.layer()), { excludeTestServices: true })("commands of endpoints", (it) => {
  for (const { entry, service } of all) {
    it.effect(`${entry.name} runs as its help shows it`, () =>
      Effect.gen(function* () {
        const [example] = Commands.ofEntry(service, entry).examples
        const [, , ...words] = example!.replace(/ --sandbox$/, "").split(" ")
        const printed = yield* run(entry.name, words.join(" "))
        assert.deepStrictEqual([printed.exit, printed.err], [Exit.void, ""])
        const lines = printed.out.split("\n")
        assert.strictEqual(lines.pop(), "")
        assert.isAbove(lines.length, 0)
        for (const line of lines) assert.isObject(JSON.parse(line))
      }),
    )
  }
})

const bars = "AAPL --multiplier 1 --timespan day --from 2025-06-02 --to 2025-06-13"

layer(Layer.orDie(Sandbox.Sandbox.layer()), { excludeTestServices: true })("formats", (it) => {
  it.effect("a terminal sees a table, cut to its width, with the number of rows and what has no room", () =>
    Effect.gen(function* () {
      const printed = yield* run("stocks.bars", bars, { terminal: true, columns: 60 })
      assert.deepStrictEqual(printed.out.split("\n").slice(0, 4), [
        "timestamp (New York)      volume      vwap    open   close",
        "────────────────────  ──────────  ────────  ──────  ──────",
        "2025-06-02            41,473,044  180.7917  180.94  180.63",
        "2025-06-03            40,000,000  180.7917  180.94  180.63",
      ])
      assert.include(printed.err, "10 rows. No room for high, low, transactions")
    }),
  )
})
