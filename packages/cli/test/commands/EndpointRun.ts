/** Command lines of endpoints, run in the process of a test on its connection. */
import * as Catalog from "@candela/catalog/Catalog"
import { MarketData } from "@candela/core/MarketData"
import * as Sandbox from "@candela/sandbox/Sandbox"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import type * as Command from "../../src/command/Command.js"
import * as Call from "../../src/commands/endpoints/Call.js"
import * as Commands from "../../src/commands/endpoints/Commands.js"
import { make, layer as processLayer, type Process } from "../TestTerminal.js"

/** A connection to the sandbox, for all tests of a file. */
export const sandbox = Layer.orDie(Sandbox.Sandbox.layer())

/** All endpoints with their services. */
export const all = Catalog.services.flatMap((service) => service.endpoints.map((entry) => ({ service, entry })))

/** What a command line says, read by the command's own options. Words are separated by single spaces. */
export const read = (command: Command.Command, line: string): Record<string, unknown> => {
  const words = line === "" ? [] : line.split(" ")
  const texts: Record<string, ReadonlyArray<string>> = {}
  const names = Object.keys(command.arguments)
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const isOption = word.startsWith("--")
    const isLast = names.length === 1 && command.arguments[names[0]!]?.repeatable === true
    const name = isOption ? word.slice(2) : isLast ? names[0]! : names.shift()!
    const isFlag = isOption && command.options[name]?.value === undefined
    texts[name] = [...(isOption ? [] : (texts[name] ?? [])), isFlag ? "" : isOption ? words.shift()! : word]
  }
  return Object.fromEntries(
    Object.entries({ ...command.arguments, ...command.options }).map(([name, option]) => {
      const value = option.read(texts[name] ?? [])
      return [name, Either.getOrThrowWith(value, (expected) => new Error(`${name}: ${expected}`))]
    }),
  )
}

/** Runs a command line of an endpoint on a connection: `stocks.bars`, `AAPL --multiplier 1 ...`. */
export const runOn = <E, R>(
  connection: Layer.Layer<MarketData, E, R>,
  name: string,
  line: string,
  process: Process = {},
) =>
  Effect.gen(function* () {
    const { entry, service } = all.find(({ entry }) => entry.name === name)!
    const { printed, terminal } = make(process)
    const values = read(Commands.ofEntry(service, entry), line)
    const exit = yield* Effect.exit(
      Call.runOn(connection)(
        service,
        entry,
      )(values).pipe(Effect.scoped, Effect.provide(processLayer(process, terminal))),
    )
    return { ...printed(), exit }
  })

/** {@link runOn} the connection of the test. */
export const run = (name: string, line: string, process: Process = {}) =>
  runOn(Layer.service(MarketData), name, line, process)
