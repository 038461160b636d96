/**
 * Shells: the script of each, and the exchange of words between it and the program.
 *
 * A script passes the command line on standard input, where no option parser reads it: bash the line,
 * because it splits words at `=` and `:`; the others the words, one per line. The first line of the answer
 * tells its kind: `words`, one per line with a tab before its text, or names of `files` or `directories`,
 * which the shell completes itself, with their prefix in the word on the second line: `--out=`.
 *
 * @module
 */
import * as Foreign from "@candela/core/internal/Foreign"
import type { Completion } from "./Candidate.js"

/** Names of the shells. */
export const names = ["bash", "zsh", "fish"] as const

/** Name of a shell. */
export type Name = (typeof names)[number]

// protects: Bash receives words with quotes.
// mutant: "bash offers what the program answers": $quoting == yes → $quoting == no
const bash = `# Completions of candela for bash: source <(candela completions bash)
# Bash runs a line as it is completed: quotes all but common characters, and offers nothing that acts on the terminal.
__candela_offer() {
  local word=$1
  case $word in
    *[[:cntrl:]]*) return ;;
    *[!A-Za-z0-9_.,:/=+@%-]*) [[ $quoting == yes ]] && printf -v word %q "$word" ;;
  esac
  COMPREPLY+=("$word")
}
_candela() {
  local kind word text quoting=yes current=\${COMP_WORDS[COMP_CWORD]} LC_ALL=C
  [[ $current == [=:] ]] && current=
  COMPREPLY=()
  {
    read -r kind
    case $kind in
      files | directories)
        # Then bash quotes the names itself; the bash of macOS has no compopt.
        compopt -o filenames 2>/dev/null && quoting=no
        while IFS= read -r word; do __candela_offer "$word"; done < <(compgen -\${kind:0:1} -- "$current")
        ;;
      *) while IFS=$'\\t' read -r word text; do __candela_offer "$word"; done ;;
    esac
  } < <(printf '%s' "\${COMP_LINE:0:COMP_POINT}" | "\${COMP_WORDS[0]}" completions answer bash 2>/dev/null)
}
complete -F _candela candela
`

const zsh = `#compdef candela
# Completions of candela for zsh: source <(candela completions zsh)
_candela() {
  local line word
  local -a answer described
  answer=("\${(@f)$(printf '%s\\n' "\${(@Q)words[2,CURRENT]}" | "\${(Q)words[1]}" completions answer zsh 2>/dev/null)}")
  case $answer[1] in
    files) compset -p \${#answer[2]}; _files ;;
    directories) compset -p \${#answer[2]}; _files -/ ;;
    *)
      for line in "\${(@)answer[2,-1]}"; do
        word=\${\${line%%$'\\t'*}//\\\\/\\\\\\\\}
        described+=("\${word//:/\\\\:}:\${line#*$'\\t'}")
      done
      _describe candela described
      ;;
  esac
}
compdef _candela candela
`

const fish = `# Completions of candela for fish: candela completions fish | source
function __candela_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l answer (printf '%s\\n' $words[2..-1] "$current" | $words[1] completions answer fish 2>/dev/null)
    switch "$answer[1]"
        case files directories
            set -l path (string sub -s (math 1 + (string length -- "$answer[2]")) -- "$current")
            set -l complete __fish_complete_path
            test $answer[1] = directories; and set complete __fish_complete_directories
            for found in ($complete "$path")
                printf '%s\\n' "$answer[2]$found"
            end
        case '*'
            printf '%s\\n' $answer[2..-1]
    end
end
complete -c candela -f -a '(__candela_complete)'
`

/** Scripts by shell. */
export const scripts: Readonly<Record<Name, string>> = { bash, zsh, fish }

/** Words of a line, without quotes. The last one is being written. */
export const split = (line: string): ReadonlyArray<string> => {
  const words = [""]
  let quote: string | undefined
  for (let at = 0; at < line.length; at++) {
    const character = line[at]!
    const last = words.length - 1
    if (character === quote) quote = undefined
    else if (character === "\\" && quote !== "'" && at + 1 < line.length) words[last] += line[++at]!
    else if (quote !== undefined) words[last] += character
    else if (character === '"' || character === "'") quote = character
    else if (character !== " " && character !== "\t") words[last] += character
    else if (at > 0 && !/\s/.test(line[at - 1]!)) words.push("")
  }
  return words
}

/** Parses a script's input into the words after the name of the program. */
export const read = (shell: Name, input: string): ReadonlyArray<string> => {
  if (shell === "bash") return split(input.trimStart()).slice(1)
  return input.replace(/\n$/, "").split("\n")
}

/** Formats an answer for a script. */
export const write = (
  shell: Name,
  written: string,
  answer: Exclude<Completion, { readonly _tag: "Tickers" }>,
): string => {
  if (answer._tag === "Files") return `${answer.only}\n${answer.prefix}\n`
  // Bash replaces only the text after these characters.
  const kept = shell === "bash" ? Math.max(written.lastIndexOf("="), written.lastIndexOf(":")) + 1 : 0
  // A line feed or a tab would end the word, and other control characters act on the terminal that lists it.
  // protects: Scripts receive no word that ends early or acts on the terminal.
  // mutant: "gives the scripts no word that would end early": without .filter(({ word }) => Foreign.show(word) ===
  // word)
  const offered = answer.candidates.filter(({ word }) => Foreign.show(word) === word)
  return ["words", ...offered.map(({ text, word }) => `${word.slice(kept)}\t${Foreign.show(text)}`), ""].join("\n")
}
