import type { Rules } from "../command/Failure.js"
import * as Words from "../connect/words.js"

/**
 * Failure rules of `candela`. 2: invalid request; 3: the key is rejected, or its plan lacks the
 * data. Cassette errors and mismatches are recorder defects.
 */
export const failures: Rules = {
  codes: { InvalidRequest: 2, BadResolution: 2, Unauthorized: 3, KeyRefused: 3, LiveUnauthorized: 3 },
  expected: ["CassetteError", "Mismatch"],
  reword: Words.ofCommand,
  report:
    "Please report it at https://github.com/candela-effect/candela/issues with the file of candela doctor --bundle FILE.",
}
