// Bundles what people run or look at into one file each, after the packages are compiled: the sandbox's command and its pages.
import { build } from "esbuild"

/** The options of esbuild for each bundle. They write below `packages/sandbox/bundle`, which is published and never committed. */
const bundles = []

await Promise.all(bundles.map((options) => build({ bundle: true, logLevel: "warning", ...options })))
