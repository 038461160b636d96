// Protections of checkpoints.
const core = (file) => `packages/core/src/${file}`
const test = "packages/core/test/Checkpoints.test.ts"

/** @type {import("./all.mjs").Mutants} */
export const mutants = [
  {
    name: "checkpoint-after-consumer",
    protects: "A checkpoint is saved when the consumer asks for what follows, and has all rows before it.",
    file: core("internal/stream/pages.ts"),
    find: "const elements = partOf(found.value, at.part)",
    replace: "Effect.runFork(passed)\n          const elements = partOf(found.value, at.part)",
    test,
    title: "wherever it is killed",
  },
  {
    name: "checkpoint-of-request",
    protects: "A stream does not go on from the checkpoint of another request.",
    file: core("Checkpoints.ts"),
    find: "from.value.request !== whole.request",
    replace: "false",
    test,
    title: "refuses the checkpoint of another request",
  },
  {
    name: "checkpoint-cut",
    protects: "A stream goes on in the shards that its range was cut into.",
    file: core("Checkpoints.ts"),
    find: "until: cut?.until ?? call.until",
    replace: "until: call.until",
    test,
    title: "holds the shards that it was cut into, though time goes on",
  },
  {
    name: "checkpoint-torn",
    protects: "A checkpoint that was half written leaves the one before it whole.",
    file: core("internal/checkpoint/stores.ts"),
    find: "places(name)[version % 2]!",
    replace: "places(name)[0]",
    test,
    title: "gives the checkpoint before, wherever a write was cut off",
  },
  {
    name: "checkpoint-key",
    protects: "No checkpoint holds the key that a service repeats as a parameter.",
    file: core("internal/checkpoint/track.ts"),
    find: "removeKey(url)",
    replace: "void url",
    test,
    title: "is in no checkpoint, though the service repeats it as a parameter",
  },
  {
    name: "checkpoint-key-in-cursor",
    protects: "No checkpoint holds the key that a service hides in a cursor.",
    file: core("internal/checkpoint/track.ts"),
    find: "redaction.text(clean) === clean ? clean : undefined",
    replace: "clean",
    test,
    title: "keeps a place from being saved, where it cannot be taken out",
  },
]
