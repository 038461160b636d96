import * as Effect from "effect/Effect"
import * as Command from "../command/Command.js"
import * as Option from "../command/Option.js"
import * as TextInput from "../command/TextInput.js"
import * as Answer from "../completions/Answer.js"
import * as Shell from "../completions/Shell.js"
import { Terminal } from "../terminal/Terminal.js"

const howToLoad: Readonly<Record<Shell.Name, string>> = {
  bash: "Load it in ~/.bashrc: source <(candela completions bash)",
  zsh: "Load it in ~/.zshrc, after compinit: source <(candela completions zsh)",
  fish: "Keep it: candela completions fish > ~/.config/fish/completions/candela.fish",
}

const script = (shell: Shell.Name) =>
  Command.make(shell, {
    summary: `Print the completion script of ${shell}`,
    text: howToLoad[shell],
    examples: [`completions ${shell}`],
    run: () => Effect.flatMap(Terminal, ({ out }) => out.write(Shell.scripts[shell])),
  })

/** `candela completions`. `commands` are the commands to complete. */
export const group = (commands: () => ReadonlyArray<Command.CommandNode>): Command.Group =>
  Command.group("completions", {
    summary: "Print the completion script of a shell",
    text: "Completions offer commands, options that are not written yet, their words, files, and tickers of the service, which are stored for a day.",
    commands: Effect.sync(() => [
      ...Shell.names.map(script),
      Command.make("answer", {
        summary: "Complete a half-written command line: the scripts call it",
        arguments: {
          shell: Option.word(Shell.names, { value: "SHELL", text: "Whose words are read on standard input." }),
        },
        examples: [],
        isHidden: true,
        run: ({ shell }) =>
          Effect.gen(function* () {
            const terminal = yield* Terminal
            yield* terminal.out.write(yield* Answer.to(shell, commands(), yield* TextInput.ofInput("SHELL:")))
          }),
      }),
    ]),
  })
