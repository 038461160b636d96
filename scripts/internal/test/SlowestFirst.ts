/** The order of test files: the slowest first, so that no worker is idle while the other finishes a slow one. */
import { relative } from "node:path"
import { BaseSequencer, type TestSpecification } from "vitest/node"

/**
 * By the durations of the last run, which the runner records. Where it has no record, as in a fresh clone,
 * those of `--all` come first, as most of them run processes, and larger files before smaller ones.
 */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const { cache, config } = this.ctx
    const isSlow = ({ moduleId, project }: TestSpecification) =>
      moduleId.includes(".all.test.") &&
      cache.getFileTestResults(`${project.name}:${relative(config.root, moduleId)}`) === undefined
    const sorted = await super.sort(files)
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}
