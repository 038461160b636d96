/**
 * Starts the bundled command with the code that V8 compiled for it in an earlier process: reading and compiling is
 * the larger part of a short command. Node 20 has nothing for this, and what later versions keep
 * (`module.enableCompileCache`) holds only what the first process compiled.
 *
 * @module
 */
import * as Directory from "@candela/sandbox/internal/DatasetDirectory"
import { createHash } from "node:crypto"
import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { getHeapCodeStatistics } from "node:v8"
import { Script } from "node:vm"

/** By how much compiled code must exceed the kept one to replace it: each replacement takes some ten milliseconds. */
const GROWTH = 1.05

/** A kept file: a digest, the bytes of all compiled code when it was written, and what V8 makes scripts of. */
const DIGEST = 20
const HEAD = DIGEST + 8

/**
 * What belongs to a source. V8 itself compares no more than its length and V8's version, and does not notice damaged
 * bytes, nor those of another kind of processor, where a home is on a network.
 */
const digest = (source: string, rest: Uint8Array): Buffer =>
  createHash("sha1").update(source, "latin1").update(process.arch).update(rest).digest()

/** One file for each command: what another one needs is not read. None for a user without a home. */
const keptFile = ([first = "", ...others]: ReadonlyArray<string>): string | undefined => {
  if (process.env["NODE_DISABLE_COMPILE_CACHE"] === "1") return undefined
  const name = /^[a-z]{1,20}$/.test(first) ? first : "other"
  const sandbox = others.includes("--sandbox") ? "-sandbox" : ""
  try {
    return join(
      Directory.cache((variable) => process.env[variable]),
      "compiled",
      `${name}${sandbox}`,
    )
  } catch {
    return undefined
  }
}

/** Reads a file that nobody else could have written: it is run. */
const readOwn = (file: string): Buffer => {
  const descriptor = openSync(file, "r")
  try {
    const { mode, uid } = fstatSync(descriptor)
    // protects: Compiled code that another user can write is not run.
    // mutant: "that another user can write": never
    if (process.getuid !== undefined && (uid !== process.getuid() || (mode & 0o022) !== 0)) return Buffer.alloc(0)
    return readFileSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

const read = (file: string, source: string): { readonly size: number; readonly code: Buffer } | undefined => {
  try {
    const kept = readOwn(file)
    // protects: Compiled code that is damaged, or of another bundle, is not run: V8 would crash.
    // mutant: "damaged, or of another bundle": never
    if (kept.length <= HEAD || !digest(source, kept.subarray(DIGEST)).equals(kept.subarray(0, DIGEST))) return undefined
    return { size: kept.readDoubleLE(DIGEST), code: kept.subarray(HEAD) }
  } catch {
    return undefined
  }
}

/** Writes all or nothing. Without a folder to write to, the command starts as slowly as the first time. */
const write = (file: string, source: string, size: number, code: Buffer) => {
  const beside = `${file}.${process.pid}`
  try {
    const rest = Buffer.alloc(8 + code.length)
    rest.writeDoubleLE(size)
    code.copy(rest, 8)
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    // protects: Nothing is written through a link that another user put there.
    // mutant: "written through a link": without , flag: "wx"
    writeFileSync(beside, Buffer.concat([digest(source, rest), rest]), { mode: 0o600, flag: "wx" })
    renameSync(beside, file)
  } catch {
    try {
      rmSync(beside, { force: true })
    } catch {
      // Neither a folder nor a file is there, or not for this user.
    }
  }
}

/** Bytes of all functions that are compiled now. */
const compiled = () => getHeapCodeStatistics().bytecode_and_metadata_size

/** Runs a bundle in the format of CommonJS, whose dependencies are found from its folder. */
export const start = (bundle: string): void => {
  // Bundles are ASCII: read as Latin-1 they take one byte for each character, and nothing is decoded.
  const source = readFileSync(bundle, "latin1")
  const file = keptFile(process.argv.slice(2))
  const kept = file === undefined ? undefined : read(file, source)
  const script = new Script(`(function (require, bundleUrl) { "use strict"; ${source}\n})`, {
    filename: bundle,
    cachedData: kept?.code,
  })
  const size = script.cachedDataRejected === true ? 0 : (kept?.size ?? 0)
  if (file !== undefined)
    process.on("exit", (code) => {
      const now = compiled()
      // Words that are no command fail, and leave no file.
      if (code === 0 && now > GROWTH * size) write(file, source, now, script.createCachedData())
    })
  const own = createRequire(bundle)
  /** The native database is a dependency of the database's package alone: a strict package manager hides it. */
  const require = (name: string): unknown =>
    name === "@duckdb/node-bindings" ? createRequire(own.resolve("@duckdb/node-api"))(name) : own(name)
  script.runInThisContext()(require, pathToFileURL(bundle).href)
}
