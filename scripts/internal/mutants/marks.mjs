// Marks of protections: comments beside the code that protects users. Each says what is protected,
// which test fails without it, and how the code is changed to be without it.
//
//     // protects: No request waits for the rate limit longer than `maxWait`.
//     // mutant: "refuses a call that would wait longer": never
//     if (wait > limiter.maxWait) return refused(wait)
//
// The test is named by a part of its title. Changes:
//
//     never, always  the condition of the next `if` or `while` does not hold, or holds
//     removed        the next statement is not executed
//     without A      the next A is left out
//     A → B          the next A is B instead
//
// A is found behind the mark, whatever white space it has there. A mark may take several lines, and
// a line of code several marks; other comments stand before them.
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { root } from "../workspace.mjs"

/** Lines behind a mark in which its code begins. */
const reach = 40

/** @typedef {{ file: string, line: number, protects: string, title: string, change: string, behind: number }} Mark */

/** Lines of comments alone, as blanks: no mark finds its code in another one. */
const withoutComments = (text) => text.replace(/^ *\/\/.*$/gm, (line) => " ".repeat(line.length))

/**
 * The marks in a text; one that cannot be read has no `change`.
 * @returns {ReadonlyArray<Mark>}
 */
export const marksOf = (file, text) =>
  Array.from(text.matchAll(/^ *\/\/ protects:.*\n(?: *\/\/(?! protects:).*\n)*/gm), ({ 0: block, index }) => {
    const comment = block.replace(/^ *\/\/ ?/gm, "").replaceAll("\n", " ")
    const [, protects, title, change] = /^protects: (.+?) mutant: "(.+?)": (.+?) $/.exec(comment) ?? []
    return {
      file,
      line: text.slice(0, index).split("\n").length,
      protects,
      title,
      change,
      behind: index + block.length,
    }
  })

const insertions = { never: "true ? false : ", always: "true ? true : " }

/** The text without a protection; `undefined` where the mark does not find its code. */
export const mutated = (text, { behind, change }) => {
  const code = withoutComments(text).slice(behind).split("\n").slice(0, reach).join("\n")
  const replaced = (pattern, replacement) => {
    const found = pattern.exec(code)
    if (found === null) return undefined
    const [start, end] = [behind + found.index, behind + found.index + found[0].length]
    return text.slice(0, start) + replacement(found[0]) + text.slice(end)
  }
  if (change in insertions) return replaced(/\b(?:if|while) \(/, (condition) => condition + insertions[change])
  if (change === "removed") return replaced(/\S/, (start) => `if (false) ${start}`)
  const [, find, replacement] = /^without (.+)()$/.exec(change) ?? /^(.+) → (.+)$/.exec(change) ?? []
  if (find === undefined) return undefined
  const letters = Array.from(find.replaceAll(" ", ""), (letter) => letter.replace(/[.*+?^${}()|[\]\\/]/, "\\$&"))
  return replaced(new RegExp(letters.join("\\s*")), () => replacement)
}

const listed = (...paths) => execFileSync("git", ["ls-files", ...paths], { cwd: root, encoding: "utf8" }).split("\n")

const read = (file) => readFileSync(join(root, file), "utf8")

/** All marks of the sources. */
export const allMarks = () =>
  listed("packages/*/src/*.ts").flatMap((file) => (file === "" ? [] : marksOf(file, read(file))))

/**
 * Finds the test files that have a title, those of the package of a mark before others. A title may
 * stand in a module that test files import.
 */
export const testFinder = () => {
  const texts = listed("packages/*/test/*.ts").flatMap((file) => (file === "" ? [] : [{ file, text: read(file) }]))
  const isTest = ({ file }) => file.endsWith(".test.ts")
  return ({ file, title }) => {
    const having = texts.filter(({ text }) => text.includes(title))
    const own = having.filter((one) => one.file.startsWith(`${file.split("/").slice(0, 2).join("/")}/`))
    const found = own.length > 0 ? own : having
    if (found.some(isTest)) return found.filter(isTest).map((one) => one.file)
    const imports = found.map((one) => `/${basename(one.file, ".ts")}.js"`)
    return texts.filter((one) => isTest(one) && imports.some((path) => one.text.includes(path))).map((one) => one.file)
  }
}
