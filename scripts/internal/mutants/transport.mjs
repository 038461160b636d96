// Protections of the way to the service: time limits, retries, connections, rate limits, and what an error says.
const core = (file) => `packages/core/src/${file}`
const tests = (file) => `packages/core/test/${file}.test.ts`

/** @type {import("./all.mjs").Mutants} */
export const mutants = [
  {
    name: "limit-of-a-call-everywhere",
    protects: "Timeout and deadline of a call hold in a region that cannot be interrupted.",
    file: core("MarketData.ts"),
    find: "restore(TimeLimit.enforced(Effect.withParentSpan(inOneGo(race), span))),",
    replace: "restore(Effect.withParentSpan(inOneGo(race), span)),",
    test: tests("http/uninterruptible"),
    title: "the timeout and the deadline end a call that hangs",
  },
  {
    name: "uninterruptible-caller",
    protects: "A call in a region that cannot be interrupted is not interrupted with its caller.",
    file: core("TimeLimit.ts"),
    find: "Effect.flatMap(Effect.forkDaemon(Effect.interruptible(race)), Fiber.join)",
    replace: "Effect.flatMap(Effect.fork(Effect.interruptible(race)), Fiber.join)",
    test: tests("http/uninterruptible"),
    title: "a caller that is interrupted is answered all the same",
  },
  {
    name: "limit-of-a-store-everywhere",
    protects: "The time limit of a cache or of checkpoints holds in a region that cannot be interrupted.",
    file: core("internal/patience.ts"),
    find: "enforced(inOneGo(",
    replace: "((race) => race)(inOneGo(",
    test: tests("http/uninterruptible"),
    title: "a store of a cache or of checkpoints that hangs",
  },
]
