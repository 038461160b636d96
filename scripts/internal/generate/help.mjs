// The help of `candela`, as text files beside its tests: people read in them what users will.
// `./scripts/generate` writes them.
import { Effect } from "effect"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Command from "../../../packages/cli/dist/command/Command.js"
import * as Help from "../../../packages/cli/dist/command/help.js"
import { commands, program } from "../../../packages/cli/dist/commands/index.js"
import { preview } from "../../../packages/cli/dist/commands/preview.js"
import { root } from "../workspace.mjs"
import { writeChanged } from "./generate.mjs"

const folder = join(root, "packages/cli/test/commands/help")

const page = { columns: 100, hasColors: false }

/** The help of a command, without what every command has. */
const helpOf = (path, command) =>
  Effect.map(Help.text(program, { path: `candela ${path}`, command }, page), (text) =>
    text.replace(/\nOptions of every command:\n[^]*?\n(?=\n|$)/, ""),
  )

/** The help of all commands of an entry. */
const helpOfAll = (path, entry) =>
  entry._tag === "Group"
    ? Effect.flatMap(entry.commands, (commands) =>
        Effect.map(
          Effect.forEach(commands, (command) => helpOfAll(`${path} ${command.name}`, command)),
          (texts) => texts.join(""),
        ),
      )
    : Effect.flatMap(Command.load(entry), (command) => Effect.map(helpOf(path, command), (text) => `${text}\n`))

/** A preview takes what its command takes: one is enough. */
const helpOfPreview = Effect.gen(function* () {
  const [stocks] = yield* preview.commands
  const [bars] = yield* stocks.commands
  return yield* helpOf("preview stocks bars", yield* Command.load(bars))
})

/** The texts of all commands, by their files. */
export const files = Effect.forEach(commands, (entry) =>
  Effect.map(entry.name === preview.name ? helpOfPreview : helpOfAll(entry.name, entry), (text) => [
    join(folder, `${entry.name}.txt`),
    text,
  ]),
)

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [file, text] of await Effect.runPromise(files)) writeChanged(file, text)
