// The help of `candela`, as text files beside its tests: people read in them what users will.
// `./scripts/generate` writes them.
import { Effect } from "effect"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Command from "../../../packages/cli/dist/command/Command.js"
import * as Help from "../../../packages/cli/dist/command/help.js"
import { commands, program } from "../../../packages/cli/dist/commands/index.js"
import { root } from "../workspace.mjs"
import { writeChanged } from "./generate.mjs"

const folder = join(root, "packages/cli/test/commands/help")

const page = { columns: 100, hasColors: false }

/** The help of a command, without what every command has. */
const helpOf = (path, command) =>
  Effect.map(Help.text(program, { path: `candela ${path}`, command }, page), (text) =>
    text.replace(/\nOptions of every command:\n[^]*?\n(?=\n|$)/, ""),
  )

/** Groups whose commands take what those of the endpoints take: one of them is enough. */
const repeating = ["preview", "history keep"]

/** The help of all commands of an entry. */
const helpOfAll = (path, entry, isOneEnough = repeating.includes(path)) =>
  entry._tag === "Group"
    ? Effect.flatMap(entry.commands, (commands) =>
        Effect.map(
          Effect.forEach(isOneEnough ? commands.slice(0, 1) : commands, (command) =>
            helpOfAll(`${path} ${command.name}`, command, isOneEnough || undefined),
          ),
          (texts) => texts.join(""),
        ),
      )
    : Effect.flatMap(Command.load(entry), (command) => Effect.map(helpOf(path, command), (text) => `${text}\n`))

/** The texts of all commands, by their files. */
export const files = Effect.forEach(commands, (entry) =>
  Effect.map(helpOfAll(entry.name, entry), (text) => [join(folder, `${entry.name}.txt`), text]),
)

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [file, text] of await Effect.runPromise(files)) writeChanged(file, text)
