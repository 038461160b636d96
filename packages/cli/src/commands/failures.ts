import type { Rules } from "../command/Failure.js"

/** What `candela` says of failures. 2: the request; 3: the service refuses the key, or the key's plan lacks the data. Cassettes that cannot be, or that have no answer, are defects of the recorder. */
export const failures: Rules = {
  codes: { InvalidRequest: 2, BadResolution: 2, Unauthorized: 3 },
  expected: ["CassetteError", "Mismatch"],
  // The library names an option of its layer; the command line sets it elsewhere.
  reword: (message) =>
    message.replace("Set rateLimit of MarketData.layer to", "Keep it with candela login --rate: the option takes"),
  report:
    "Please report it at https://github.com/candela-effect/candela/issues with the file of candela doctor --bundle FILE.",
}
