// The protections of backfills: what several processes share.
const file = (name) => `packages/backfill/src/${name}.ts`
const test = (name) => `packages/backfill/test/${name}.test.ts`

/** @type {import("./all.mjs").Mutants} */
export const mutants = [
  {
    name: "backfill-busy-connection",
    protects: "A connection of SQLite that found the file locked is replaced: libsql commits nothing more of it.",
    file: file("internal/libsql"),
    find: 'await (await begin("deferred")).rollback()',
    replace: "await Promise.resolve()",
    test: test("database/sqlite"),
    title: "those after it are not lost",
  },
  {
    name: "backfill-tables-lock",
    protects: "Runners that begin at once make the tables of the engine one after the other.",
    file: file("internal/cluster"),
    find: "([row]) => row?.[0] === true",
    replace: "() => true",
    test: test("runners/runners"),
    title: "are made by one process at a time",
  },
  {
    name: "backfill-advisory-locks",
    protects: "What a stopped process has locked expires.",
    file: file("internal/cluster"),
    find: "shardLockDisableAdvisory: true",
    replace: "shardLockDisableAdvisory: false",
    test: test("runners/runners"),
    title: "take over what one that ends has begun",
  },
  {
    name: "backfill-environment",
    protects: "The environment does not change the options of the engine.",
    file: file("internal/cluster"),
    find: "Layer.provide(ShardingConfig.layer(options))",
    replace: "Layer.provide(Layer.orDie(ShardingConfig.layerFromEnv()))",
    test: test("runners/runners"),
    title: "whatever the environment says",
  },
  {
    name: "backfill-password",
    protects: "The password of a database is in no error.",
    file: file("Database"),
    find: 'return parsed?.searchParams.get("host") ?? (parsed?.host || "localhost")',
    replace: 'return parsed?.href ?? "localhost"',
    test: test("database/postgres"),
    title: "never with the password",
  },
  {
    name: "rate-limit-pause-without-windows",
    protects: "A 429 pauses also those who share a rate limit without windows.",
    file: "packages/core/src/RateLimit.ts",
    find: "windows.length === 0 && store.pause === undefined ? pause",
    replace: "windows.length === 0 ? pause",
    test: "packages/core/test/RateLimit.test.ts",
    title: "without windows asks the store for the pauses of others alone",
  },
]
