// A scratch copy of the clone with a process that runs tests in it.
import { fork, spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { packages, root } from "../workspace.mjs"
import { mutated } from "./marks.mjs"

/** Copies all files that are tracked or not ignored, and links the installed dependencies. */
const copyTo = (folder) => {
  const { stdout } = spawnSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], { cwd: root })
  for (const file of new Set(stdout.toString().split("\0").filter(Boolean))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
  for (const directory of ["", ...packages.map(({ name }) => join("packages", name))]) {
    symlinkSync(join(root, directory, "node_modules"), join(folder, directory, "node_modules"))
  }
}

/** The answer of a process to a message; `undefined` if it ends, or takes longer than so many milliseconds. */
const ask = (child, message, milliseconds) =>
  new Promise((resolve) => {
    const done = (answer) => {
      clearTimeout(limit)
      child.off("message", done)
      child.off("exit", none)
      resolve(answer)
    }
    const none = () => done(undefined)
    const limit = setTimeout(none, milliseconds)
    child.once("message", done)
    child.once("exit", none)
    child.send(message)
  })

export class Copy {
  folder = mkdtempSync(join(tmpdir(), "candela-mutants-"))
  #child
  /** Files that are no longer as the process has read them. */
  #changed = []

  constructor() {
    copyTo(this.folder)
  }

  #start() {
    this.#child = fork(join(this.folder, "scripts/internal/mutants/runTests.mjs"), {
      cwd: this.folder,
      // In a group of its own, which can be ended as a whole.
      detached: true,
      env: { ...process.env, CI: "true", NO_COLOR: "1" },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    })
    this.#changed = []
  }

  /** Ends the process, the tests that it runs, and what these have started. */
  #end() {
    try {
      if (this.#child !== undefined) process.kill(-this.#child.pid, "SIGKILL")
    } catch {
      // It has ended.
    }
    this.#child = undefined
  }

  /** How the tests of titles in files end. Each test may take `limit` milliseconds, all of them twice as long. */
  async run({ limit, ...work }) {
    if (this.#child === undefined) this.#start()
    const outcomes = await ask(this.#child, { ...work, limit, changed: this.#changed.splice(0) }, 2 * limit)
    if (outcomes === undefined) this.#end()
    return outcomes ?? work.titles.map(() => "does not end")
  }

  /** How the test of a mark ends without its protection. */
  async runWithout(mark, work) {
    const file = join(this.folder, mark.file)
    const source = readFileSync(file, "utf8")
    const without = mutated(source, mark)
    if (without === undefined) return "is not run: the mark does not find its code"
    const write = (text) => {
      writeFileSync(file, text)
      this.#changed.push(mark.file)
    }
    write(without)
    try {
      return (await this.run({ ...work, titles: [mark.title] }))[0]
    } finally {
      write(source)
    }
  }

  remove() {
    this.#end()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
