import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Command from "../../src/command/Command.js"
import * as Help from "../../src/command/help.js"
import { commands, program } from "../../src/commands/index.js"
import { preview } from "../../src/commands/preview.js"
import { assertExpected } from "../expected.js"

const page = { columns: 100, hasColors: false }

/** The help of a command, without what every command has. */
const helpOf = (path: string, command: Parameters<typeof Help.text>[1]["command"]) =>
  Effect.map(Help.text(program, { path: `candela ${path}`, command }, page), (text) =>
    text.replace(/\nOptions of every command:\n[^]*?\n(?=\n|$)/, ""),
  )

/** The help of all commands of an entry. */
const helpOfAll = (path: string, entry: Command.Entry): Effect.Effect<string> =>
  entry._tag === "Group"
    ? Effect.flatMap(entry.commands, (commands) =>
        Effect.map(
          Effect.forEach(commands, (command) => helpOfAll(`${path} ${command.name}`, command)),
          (texts) => texts.join(""),
        ),
      )
    : Effect.flatMap(Command.load(entry), (command) => Effect.map(helpOf(path, command), (text) => `${text}\n`))

describe("help", () => {
  // A preview takes what its command takes: one is enough.
  for (const entry of commands.filter(({ name }) => name !== preview.name)) {
    it.effect(`of ${entry.name} says what each command takes`, () =>
      Effect.gen(function* () {
        const text = yield* helpOfAll(entry.name, entry)
        assertExpected(`commands/help/${entry.name}.txt`, text)
        assert.notMatch(text, /`|\*\*|\bDate\b`|new Date|undefined|\[object/)
        for (const line of text.split("\n")) assert.isAtMost(line.length, 100)
      }),
    )
  }

  it.effect("of a preview says what its command takes", () =>
    Effect.gen(function* () {
      const [stocks] = yield* preview.commands
      assert.strictEqual(stocks?._tag, "Group")
      const commands = stocks?._tag === "Group" ? yield* stocks.commands : []
      assertExpected(
        "commands/help/preview.txt",
        yield* helpOf("preview stocks bars", yield* Command.load(commands[0]!)),
      )
    }),
  )
})
