// Protections of the pool of connections.
const node = (file) => `packages/node/src/${file}`
const tests = (file) => `packages/node/test/${file}.test.ts`

/** @type {import("./all.mjs").Mutants} */
export const mutants = [
  {
    name: "permit-after-connection",
    protects: "What waits for a connection has not left: its place in a rate limit counts from when it is sent.",
    file: node("NodeClient.ts"),
    find: "        Admission.offering,\n",
    replace: "",
    test: "packages/core/test/http/connections.test.ts",
    title: "does not use up the rate limit while a call waits for a connection",
  },
  {
    name: "pool-closes",
    protects: "A pool closes its connections with its layer.",
    file: node("internal/connections.ts"),
    find: `    for (const request of this.pending) request.destroy(new Closed())
    this.disconnect()`,
    replace: "    for (const request of this.pending) request.destroy(new Closed())",
    test: tests("closing"),
    title: "closes idle connections",
  },
  {
    name: "connection-released",
    protects: "A request gives its connection back, however it ends.",
    file: node("internal/exchange.ts"),
    find: `                sent.once("close", () => {
                  pool.release()`,
    replace: `                sent.once("response", (incoming) => incoming.once("end", () => pool.release()))
                sent.once("close", () => {`,
    test: tests("streams"),
    title: "is free after a body that is too large, spoilt or no JSON",
  },
]
