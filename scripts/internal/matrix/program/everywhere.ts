/** The checks that need `fetch` alone. */
import type { Checks } from "./run.js"

export const everywhere: Checks = {
  "first-program": () => import("./checks/firstProgram.js"),
  columns: () => import("./checks/columns.js"),
  errors: () => import("./checks/errors.js"),
  retries: () => import("./checks/retries.js"),
  cancellation: () => import("./checks/cancellation.js"),
  gzip: () => import("./checks/gzip.js"),
  nanoseconds: () => import("./checks/nanoseconds.js"),
  "code-generation": () => import("./checks/codeGeneration.js"),
}
