import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Command from "../../src/command/Command.js"
import * as Help from "../../src/command/help.js"
import * as Backfill from "../../src/commands/backfill/index.js"
import { groups } from "../../src/commands/endpoints.js"
import { program } from "../../src/commands/index.js"
import { preview } from "../../src/commands/preview.js"
import { assertExpected } from "../expected.js"

const page = { columns: 100, hasColors: false }

/** The help of a command, without what every command has. */
const helpOf = (path: string, command: Parameters<typeof Help.text>[1]["command"]) =>
  Effect.map(Help.text(program, { path: `candela ${path}`, command }, page), (text) =>
    text.replace(/\nOptions of every command:\n[^]*?\n(?=\n|$)/, ""),
  )

describe("help of the services", () => {
  for (const group of groups) {
    it.effect(`${group.name} says what each method takes`, () =>
      Effect.gen(function* () {
        let text = ""
        for (const command of yield* group.commands)
          text += `${yield* helpOf(`${group.name} ${command.name}`, yield* Command.load(command))}\n`
        assertExpected(`commands/help/${group.name}.txt`, text)
        assert.notMatch(text, /`|\*\*|\bDate\b`|new Date|undefined|\[object/)
        for (const line of text.split("\n")) assert.isAtMost(line.length, 100)
      }),
    )
  }

  it.effect("a backfill says what each command takes", () =>
    Effect.gen(function* () {
      let text = ""
      for (const command of yield* Backfill.group.commands)
        text += `${yield* helpOf(`backfill ${command.name}`, yield* Command.load(command))}\n`
      assertExpected("commands/help/backfill.txt", text)
    }),
  )

  it.effect("a preview takes what its command takes", () =>
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
