// Protections of several accounts in one program.
const core = (file) => `packages/core/src/${file}.ts`
const test = "packages/catalog/test/accounts.test.ts"

/** @type {import("./all.mjs").Mutants} */
export const mutants = [
  {
    name: "account-service",
    protects: "A service is built for each connection.",
    file: core("Client"),
    find: "Layer.fresh(",
    replace: "((layer) => layer)(",
    test,
    title: "two tags in one layer: each service sends the key of its own",
  },
  {
    name: "account-checkpoints",
    protects: "Checkpoints are built for each connection.",
    file: core("Checkpoints"),
    find: "  Layer.fresh(\n    Layer.effectContext(",
    replace: "  ((layer) => layer)(\n    Layer.effectContext(",
    test,
    title: "a LayerMap: each service sends the key of its own",
  },
  {
    name: "account-constant",
    protects: "A layer that was built on another account is not used.",
    file: core("internal/accounts"),
    find: "if (other !== undefined && !isSame(account, other)) throw crossed(account, other)",
    replace: "nearest(services, key)",
    test,
    title: "a LayerMap: a constant of the program sends no foreign key",
  },
  {
    name: "account-same",
    protects: "Accounts are told apart by their keys.",
    file: core("internal/accounts"),
    find: " && Redacted.value(one.apiKey) === Redacted.value(other.apiKey)",
    replace: "",
    test,
    title: "two runtimes with one memo map: a constant of the program sends no foreign key",
  },
  {
    name: "account-joined",
    protects: "A fiber may join another one that has layers of another account.",
    file: core("internal/accounts"),
    find: "after.fiber === fiber ? added.filter(isOuter) : []",
    replace: "added.filter((mark) => !mark.isService)",
    test,
    title: "are told apart by fibers that join, each with its own layers",
  },
  {
    name: "account-shared",
    protects: "A layer that Layer.provideMerge builds twice makes one service.",
    file: core("internal/accounts"),
    find: "(made.set(key, value), value)",
    replace: "value",
    test,
    title: "have one service each",
  },
  {
    name: "layer-deadline",
    protects: "The layer's deadline bounds its calls.",
    file: core("Client"),
    find: "deadline = source.service.deadline",
    replace: "deadline",
    test: "packages/core/test/http/settings.test.ts",
    title: "deadline bounds a call",
  },
]
