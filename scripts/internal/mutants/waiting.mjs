// Protections of accounts and waiting calls.
/** @type {import("./all.mjs").Mutants} */
export const mutants = [
  {
    name: "account-read",
    protects: "A program's own layer that reads a service is compared, too.",
    file: "packages/core/src/internal/accounts.ts",
    find: "return Object.assign(tag, { _op, commit })",
    replace: "return _op ? tag : Object.assign(tag, { commit })",
    test: "packages/catalog/test/accounts.test.ts",
    title: "a constant of the program sends no foreign key",
  },
  {
    name: "slow-start",
    protects: "After a 429 waiting calls are sent a few at a time.",
    file: "packages/core/src/internal/http/gate.ts",
    find: "widen(1)\n",
    replace: "widen(Infinity)\n",
    test: "packages/core/test/http/freePlan.test.ts",
    title: "calls at a time are served fairly",
  },
  {
    name: "refusal-through-the-client",
    protects: "A request that must not wait so long fails at once, also below a client that cannot be interrupted.",
    file: "packages/core/src/internal/http/transport.ts",
    find: "Effect.die(new Refused(error))",
    replace: "Effect.never",
    test: "packages/core/test/http/waiting.test.ts",
    title: "though its client cannot be interrupted",
  },
]
