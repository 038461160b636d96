/**
 * Names of the variables that a configuration lacks.
 *
 * @module
 */
import type * as ConfigError from "effect/ConfigError"

/** Returns the names of the missing variables, in the order in which they were read. */
export const namesIn = (error: ConfigError.ConfigError): ReadonlyArray<string> =>
  error._op === "MissingData"
    ? [error.path.join("_")]
    : error._op === "And"
      ? [...namesIn(error.left), ...namesIn(error.right)]
      : []
