import type { Rules } from "../command/Failure.js"
import * as Words from "../connect/words.js"

/** What `candela` says of failures. 2: the request; 3: the service refuses the key, or the key's plan lacks the data. Cassettes that cannot be, or that have no answer, are defects of the recorder. */
export const failures: Rules = {
  codes: { InvalidRequest: 2, BadResolution: 2, Unauthorized: 3, KeyRefused: 3 },
  expected: ["CassetteError", "Mismatch"],
  reword: Words.ofCommand,
  report:
    "Please report it at https://github.com/candela-effect/candela/issues with the file of candela doctor --bundle FILE.",
}
