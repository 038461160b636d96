/** A rate limit that several processes share, by a store on SQLite. */
import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import sqlite from "node-sqlite3-wasm"

const program = fileURLToPath(new URL("limitedProcess.mjs", import.meta.url))

/** Short windows: the processes wait in real time. */
const windows = [
  { limit: 3, interval: 100 },
  { limit: 5, interval: 250 },
]

describe("three processes that share a rate limit", () => {
  it("never send more than the limit in any window", async () => {
    const folder = await mkdtemp(join(tmpdir(), "candela-"))
    try {
      const file = join(folder, "limit.db")
      const database = new sqlite.Database(file)
      database.exec(
        "CREATE TABLE requests (id TEXT PRIMARY KEY, at REAL NOT NULL); CREATE INDEX by_time ON requests (at)",
      )
      database.close()
      const outputs = await Promise.all(
        [1, 2, 3].map(() => promisify(execFile)(process.execPath, [program, file, "5", JSON.stringify(windows)])),
      )
      const times = outputs
        .flatMap(({ stdout }) => JSON.parse(stdout) as Array<number>)
        .sort((one, other) => one - other)
      assert.lengthOf(times, 15)
      for (const { interval, limit } of windows) {
        for (const [index, time] of times.slice(limit).entries()) assert.isAtLeast(time - times[index]!, interval)
      }
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
