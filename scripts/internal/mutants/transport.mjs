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
  {
    name: "stale-connection",
    protects: "A request that was lost with a reused connection is sent again, and costs no retry.",
    file: core("internal/http/stale.ts"),
    find: "const mostResent = 2",
    replace: "const mostResent = 0",
    test: tests("http/stale"),
    title: "fails none of 120 calls",
  },
  {
    name: "resent-in-first-attempt",
    protects: "A request is sent again beside the retry policy in the first attempt alone.",
    file: core("MarketData.ts"),
    find: "resend: attempt === 1",
    replace: "resend: true",
    test: tests("http/stale"),
    title: "in the first attempt alone",
  },
  {
    name: "resent-on-new-connection",
    protects: "A request that was lost with a reused connection is sent again on a new one.",
    file: "packages/node/src/internal/connections.ts",
    find: "if (fresh) for",
    replace: "if (!fresh && fresh) for",
    test: tests("http/stale"),
    title: "ends the idle ones beside it",
  },
  {
    name: "stale-before-a-byte",
    protects: "A connection that ended within an answer is a failure of the service, not a stale connection.",
    file: "packages/node/src/internal/exchange.ts",
    find: "reusedSocket && (receivedBefore === undefined || socket?.bytesRead === receivedBefore)",
    replace: "reusedSocket && socket !== null",
    test: tests("http/stale"),
    title: "an answer that has begun is not asked for again",
  },
]
