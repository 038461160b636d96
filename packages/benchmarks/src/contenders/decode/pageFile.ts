/** A page as a file, for contenders that read files. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** Calls `use` with the file's path, and with that of a file beside it that it may write; both are removed afterwards. */
export const withPageFile = async <A>(
  bytes: Uint8Array,
  use: (page: string, output: string) => Promise<A>,
): Promise<A> => {
  const folder = mkdtempSync(join(tmpdir(), "page-"))
  try {
    const page = join(folder, "page.json")
    writeFileSync(page, bytes)
    return await use(page, join(folder, "output"))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
