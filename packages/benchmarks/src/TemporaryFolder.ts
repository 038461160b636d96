/** A folder in the system's temporary directory. */
import { Effect, type Scope } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const make = () => mkdtempSync(join(tmpdir(), "candela-bench-"))
const remove = (folder: string) => rmSync(folder, { recursive: true })

/** A new folder, removed with the scope. */
export const temporaryFolder: Effect.Effect<string, never, Scope.Scope> = Effect.acquireRelease(
  Effect.sync(make),
  (folder) => Effect.sync(() => remove(folder)),
)

/** Calls `use` with a new folder, which is removed afterwards. */
export const withTemporaryFolder = async <A>(use: (folder: string) => Promise<A>): Promise<A> => {
  const folder = make()
  try {
    return await use(folder)
  } finally {
    remove(folder)
  }
}
