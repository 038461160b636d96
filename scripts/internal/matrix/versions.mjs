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
