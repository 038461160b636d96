// The protections that the tests of the package `testing` show.
const testing = (file) => `packages/testing/src/${file}`
const test = "packages/testing/test/Recorder.test.ts"
const recorder = { test, title: "keeps no key and no cookie, whatever the service repeats and whatever is listed" }

/** @type {import("./all.mjs").Mutants} */
export const mutants = [
  {
    name: "cassette-repeated-key",
    protects: "No key that the service repeats is in a cassette.",
    file: testing("internal/secrets.ts"),
    find: "return this.redaction.text(",
    replace: "return (",
    ...recorder,
  },
  {
    name: "cassette-secrets-in-urls",
    protects: "No value of a parameter that holds a secret is in the URLs of a cassette, however short it is.",
    file: testing("internal/secrets.ts"),
    find: 'text.replace(secretInUrl, "$1<redacted>")',
    replace: "text",
    ...recorder,
  },
  {
    name: "cassette-headers",
    protects: "No header that holds a secret is in a cassette, though it be listed.",
    file: testing("internal/recorded.ts"),
    find: "names.includes(name) && !isSecretHeader(name)",
    replace: "names.includes(name)",
    ...recorder,
  },
  {
    name: "cassette-parameters",
    protects: "No parameter that holds a secret is in a cassette.",
    file: testing("internal/recorded.ts"),
    find: ".filter(([name]) => !isSecretParameter(name))",
    replace: "",
    ...recorder,
  },
  {
    name: "cassette-unplayable",
    protects: "An exchange that cannot be replayed without the key is not written.",
    file: testing("internal/recorded.ts"),
    find: "return part === undefined\n",
    replace: "return part !== undefined || part === undefined\n",
    test,
    title: "refuses to write an exchange that cannot be replayed without the key in ",
  },
  {
    name: "cassette-answers-others",
    protects: "A request that was not recorded is not answered.",
    file: testing("internal/requestDifference.ts"),
    find: "JSON.stringify([method, path, [...params]",
    replace: "JSON.stringify([method, path.replace(/\\d+/g, ''), [...params]",
    test,
    title: "answers no request that was not recorded, whatever the key",
  },
  {
    name: "one-place-a-request",
    protects: "A request takes one place in the rate limit, through however many clients it passes.",
    file: "packages/core/src/Admission.ts",
    find: "Effect.ensuring(admitted(send(admission))",
    replace: "Effect.ensuring(send(admission)",
    test: "packages/testing/test/Faults.test.ts",
    title: "keep one place in the rate limit for each request, from when it is sent or met a fault",
  },
]
