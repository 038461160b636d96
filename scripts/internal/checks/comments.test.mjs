import { assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../workspace.mjs"

/** Columns of a line of a comment. */
const most = 120

// A line that begins as a comment or within one, or that ends with one behind code and its strings.
const marks = {
  script:
    /^\s*(?:\/\/|\/?\*)|^(?:[^"'`/]|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`|\/(?![/*]))*\/(?:\/ [A-Za-z`]|\*)/,
  shell: /^\s*#|^(?:[^"'#]|"(?:\\.|[^"\\])*"|'[^']*')* # /,
}

/** The numbers of the lines of a text that hold a comment and are too long. */
const tooLong = (text, mark) =>
  text.split("\n").flatMap((line, index) => (line.length > most && mark.test(line) ? [index + 1] : []))

const generated = /\/generated\/|^packages\/benchmarks\/src\/typecheck\/methods\.ts$/

describe("lines of comments", () => {
  it("have at most 120 columns", () => {
    const { stdout } = spawnSync("git", ["ls-files"], { cwd: root, encoding: "utf8" })
    const marked = stdout.split("\n").flatMap((file) => {
      const mark = /\.(?:ts|tsx|mts|mjs|js)$/.test(file)
        ? marks.script
        : /\.sh$|^scripts\/[^/.]+$/.test(file)
          ? marks.shell
          : undefined
      return mark === undefined || generated.test(file) ? [] : [{ file, mark }]
    })
    assert.isAbove(marked.length, 1_000)
    assert.deepStrictEqual(
      marked.flatMap(({ file, mark }) =>
        tooLong(readFileSync(join(root, file), "utf8"), mark).map((line) => `${file}:${line}`),
      ),
      [],
    )
  })

  it("are told from code and its texts", () => {
    const words = "word ".repeat(30)
    const url = `https://example.com/${"path/".repeat(30)}`
    assert.deepStrictEqual(
      tooLong(
        [`// ${words}`, ` * ${words}`, `let a = "${words}" // one`, `let b = "${url}" / 2`].join("\n"),
        marks.script,
      ),
      [1, 2, 3],
    )
    assert.deepStrictEqual(tooLong([`# ${words}`, `echo "# ${words}"`].join("\n"), marks.shell), [1])
  })
})
