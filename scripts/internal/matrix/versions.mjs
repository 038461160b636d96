// What the matrix runs with, each by its exact version. None of it is a dependency of the workspace.

/** The runtimes; the platform's package is in `runtimes.mjs`. */
export const runtimes = {
  node20: "20.20.2",
  node22: "22.23.3",
  node24: "24.21.0",
  bun: "1.4.5",
  deno: "2.9.6",
  miniflare: "4.20260730.0",
}

/** The last version of each minor line of TypeScript that is supported. */
export const typescript = ["5.6.3", "5.7.3", "5.8.3", "5.9.3", "6.0.3", "7.0.2"]

/** Versions of Effect 3 as peers, each with the `@effect/platform` that was current then. */
export const effect = [
  { effect: "3.19.0", platform: "0.93.0" },
  { effect: "3.20.1", platform: "0.95.0" },
  { effect: "3.21.5", platform: "0.96.3" },
  { effect: "3.22.4", platform: "0.97.2" },
]

/** Package managers, the TypeScript and the types of Node in their projects. */
export const managers = { pnpm: "10.34.9", yarn: "4.18.1" }
