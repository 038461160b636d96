// The protections of the recorder.
const testing = (file) => `packages/testing/src/${file}`
const recorder = {
  test: "packages/testing/test/Recorder.test.ts",
  title: "keeps no part of a key or a cookie, whatever the service repeats and whatever is listed",
}

/** @type {import("./all.mjs").Mutants} */
export const mutants = [
  {
    name: "cassette-repeated-key",
    protects: "No part of a key that the service repeats is in a cassette.",
    file: testing("internal/secrets.ts"),
    find: "if (!this.parts.has(searched.slice(i, i + partLength))) continue",
    replace: "if (i < searched.length) continue",
    ...recorder,
  },
  {
    name: "cassette-headers",
    protects: "No header that holds a secret is in a cassette, though it be listed.",
    file: testing("Recorder.ts"),
    find: "names.includes(name) && !isSecretHeader(name)",
    replace: "names.includes(name)",
    ...recorder,
  },
  {
    name: "cassette-parameters",
    protects: "No parameter that holds a secret is in a cassette.",
    file: testing("Recorder.ts"),
    find: ".filter(([name]) => !isSecretParameter(name))",
    replace: "",
    ...recorder,
  },
]
