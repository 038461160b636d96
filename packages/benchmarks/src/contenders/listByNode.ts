/** `node:http` with the statement of a list of 100 rows, prepared once, and `JSON.stringify` of what it gives. */
import type { Run } from "../Contender.js"
import { asked, type AskedInput, LIST } from "./asked.js"
import { withNode } from "./nodeServer.js"
import { withStatement } from "./statement.js"

export const run: Run<AskedInput> = ({ file }) =>
  withStatement(file, "SELECT * FROM dividends WHERE declaration_date <= $1 ORDER BY ticker, id LIMIT $2", (query) =>
    withNode(
      (_, response) =>
        void query(["2025-06-30", 101]).then((rows) => {
          const body = JSON.stringify({
            results: rows.slice(0, 100),
            status: "OK",
            request_id: "0".repeat(32),
            count: 100,
          })
          response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) })
          response.end(body)
        }),
      (port) => asked(port, LIST, 1_500),
    ),
  )
