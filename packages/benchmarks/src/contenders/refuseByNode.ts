/** `node:http` with the same answer to everything. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { Run } from "../Contender.js"
import { refusals, type RefusalsInput } from "./refusals.js"

const BODY = JSON.stringify({ status: "ERROR", request_id: "0".repeat(32), error: "Unknown API Key" })

export const run: Run<RefusalsInput> = async () => {
  const server = createServer((_, response) => {
    response.writeHead(401, { "content-type": "application/json", "content-length": BODY.length })
    response.end(BODY)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const measured = await refusals((server.address() as AddressInfo).port)
  server.close()
  return measured
}
