// Bundles what people run or look at into one file each, after the packages are compiled: the sandbox's command and its pages.
import { build } from "esbuild"
import { join } from "node:path"
import { root } from "./workspace.mjs"

/** The options of esbuild for each bundle. They write below `packages/sandbox/bundle`, which is published and never committed. */
const bundles = [
  {
    entryPoints: ["explorer.*", "reference.*", "favicon.svg"].map((name) => join(root, "packages/pages/src", name)),
    outdir: join(root, "packages/sandbox/bundle/pages"),
    format: "esm",
    target: "es2022",
    minify: true,
    loader: { ".html": "copy", ".svg": "copy" },
  },
]

await Promise.all(bundles.map((options) => build({ bundle: true, logLevel: "warning", ...options })))
