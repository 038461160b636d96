/** Runs test files, as the runner's own does. */
import { VitestTestRunner } from "vitest/runners"

export default class Runner extends VitestTestRunner {
  /** With each file it would send the times of all modules that the worker has loaded, by then thousands. */
  override getImportDurations(): ReturnType<VitestTestRunner["getImportDurations"]> {
    return {}
  }
}
