/** `node:http` with constant answers, those of the sandbox to the same questions, asked by many connections. */
import type { Run } from "../../Contender.js"
import { type AskedInput, loaded, MIX } from "./asked.js"
import { withNode } from "./nodeServer.js"
import { withSandbox } from "./sandboxServer.js"

export const run: Run<AskedInput> = async (input) => {
  const answers = await withSandbox(input, (port) =>
    Promise.all(
      MIX.map(async ({ key, path }) => {
        const headers = { authorization: `Bearer ${key}`, "accept-encoding": "identity" }
        const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
        return [path + key, { status: answer.status, body: await answer.text() }] as const
      }),
    ),
  )
  const constant = new Map(answers)
  return withNode(({ headers, url }, response) => {
    const { body, status } = constant.get(`${url}${headers.authorization?.slice("Bearer ".length)}`)!
    response.writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(body) })
    response.end(body)
  }, loaded)
}
