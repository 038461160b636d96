/**
 * Settings from the shared options: destination, verbosity, and format of errors.
 *
 * @module
 */
import * as Context from "effect/Context"

/** Options of every command. */
export interface Shared {
  /** `--url`: base URL of the service. */
  readonly url: string | undefined
  /** `--sandbox`: the sandbox runs inside this process. */
  readonly sandbox: boolean
  /** `--profile`: name of a profile in the configuration folder. */
  readonly profile: string | undefined
  /** `--quiet`: no progress. */
  readonly quiet: boolean
  /** `--verbose`: each request, retry and wait on standard error. */
  readonly verbose: boolean
  /** `--json-errors`: errors as one JSON object on standard error. */
  readonly jsonErrors: boolean
}

/** Values of the shared options. Default: none. */
export class Settings extends Context.Reference<Settings>()("@candela/cli/Settings", {
  defaultValue: (): Shared => ({
    url: undefined,
    sandbox: false,
    profile: undefined,
    quiet: false,
    verbose: false,
    jsonErrors: false,
  }),
}) {}
