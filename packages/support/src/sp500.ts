import { createRequire } from "node:module"
import { dirname, join } from "node:path"

/** The real daily bars of the S&P 500, 2000 to 2020: they come with the examples. */
export const sp500File = join(
  dirname(createRequire(new URL("../../../examples/package.json", import.meta.url)).resolve("vega-datasets")),
  "../data/sp500-2000.csv",
)
