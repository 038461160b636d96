/** The order of test files: the slowest first, so that no worker is idle while the other finishes a slow one. */
import { existsSync } from "node:fs"
import { join, relative } from "node:path"
import { BaseSequencer, type TestSpecification } from "vitest/node"

/** Test files that take more than a few seconds, slowest first. */
const slowest = [
  "packages/sandbox/test/contract/everyEndpoint.test.ts",
  "packages/sandbox/test/dataset/Dataset.test.ts",
  "packages/sandbox/test/import/Import.test.ts",
  "packages/core/test/decoder/law.test.ts",
  "packages/sandbox/test/contract/indicators.test.ts",
  "packages/sandbox/test/contract/bars.test.ts",
  "packages/sandbox/test/subjects/snapshots/Snapshots.test.ts",
  "packages/core/test/stream/pages.test.ts",
  "packages/sandbox/test/Sandbox.test.ts",
  "packages/sandbox/test/query/ListQuery.test.ts",
  "packages/sandbox/test/subjects/bars/Bars.property.test.ts",
]

/** Slow files first; the others stay in the runner's order, by previous duration or by size. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const { root } = this.ctx.config
    const missing = slowest.find((file) => !existsSync(join(root, file)))
    if (missing !== undefined) throw new Error(`There is no ${missing}: change the list of slow test files.`)
    const place = ({ moduleId }: TestSpecification) => {
      const index = slowest.indexOf(relative(root, moduleId))
      return index < 0 ? slowest.length : index
    }
    return (await super.sort(files)).sort((one, other) => place(one) - place(other))
  }
}
