/** What tests still run when they are ended: `./scripts/test` sends SIGTERM at the time limit of a step. */
import { relative } from "node:path"
import type { Reporter, TestCase, TestModule } from "vitest/node"

/**
 * Prints the files, each with the last test of which it has told: a test that never waits lets its worker tell nothing.
 */
export class StillRunning implements Reporter {
  private readonly running = new Map<string, string>()

  onInit(): void {
    // Before the runner's own listener, which exits.
    process.prependOnceListener("SIGTERM", () => {
      for (const [file, test] of this.running)
        console.error(`Still runs: ${relative(process.cwd(), file)}${test === "" ? "" : ` > ${test}`}`)
    })
  }

  onTestModuleQueued({ moduleId }: TestModule): void {
    this.running.set(moduleId, "")
  }

  onTestCaseReady({ fullName, module }: TestCase): void {
    this.running.set(module.moduleId, fullName)
  }

  onTestModuleEnd({ moduleId }: TestModule): void {
    this.running.delete(moduleId)
  }
}
