/** `node:http` with the statement of a list of 100 rows, prepared once, and `JSON.stringify` of what it gives. */
import type { Run } from "../../Contender.js"
import { asked, type AskedInput, LIST } from "./asked.js"
import { withNode } from "./nodeServer.js"
import { withStatement } from "./statement.js"

export const run: Run<AskedInput> = ({ file }) =>
  withStatement(file, "SELECT * FROM dividends WHERE declaration_date <= $1 ORDER BY ticker, id LIMIT $2", (query) =>
    withNode(
      async (_, response) => {
        const results = (await query(["2025-06-30", 101])).slice(0, 100)
        const body = JSON.stringify({ results, status: "OK", request_id: "0".repeat(32), count: results.length })
        response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) })
        response.end(body)
      },
      (port) => asked(port, LIST, 1_500),
    ),
  )
