/** `node:http` with the same answer to everything. */
import type { Run } from "../../Contender.js"
import { asked, type AskedInput, REFUSED } from "./asked.js"
import { withNode } from "./nodeServer.js"

const BODY = JSON.stringify({ status: "ERROR", request_id: "0".repeat(32), error: "Unknown API Key" })

export const run: Run<AskedInput> = () =>
  withNode(
    (_, response) => {
      response.writeHead(401, { "content-type": "application/json", "content-length": BODY.length })
      response.end(BODY)
    },
    (port) => asked(port, REFUSED, 20_000),
  )
