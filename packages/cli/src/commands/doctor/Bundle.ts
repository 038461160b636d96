/**
 * Fault report: the information that the maintainers of the library and of the service need, without the key.
 *
 * @module
 */
import * as Foreign from "@candela/core/internal/Foreign"
import type { Connection } from "@candela/core/Connection"
import type * as Check from "./Check.js"
import type { Exchange } from "./Observer.js"

/** Versions of the software. */
export interface Versions {
  /** Version of this package. */
  readonly candela: string
  /** Version of Node. */
  readonly node: string
  /** Operating system and processor: `linux x64`. */
  readonly platform: string
}

/** Text of a report. */
export const text = ({
  connection,
  ...report
}: {
  readonly versions: Versions
  readonly connection: Connection.Service | undefined
  readonly at: number
  readonly checks: ReadonlyArray<Check.Check>
  readonly exchanges: ReadonlyArray<Exchange>
}): string => {
  const document = {
    at: new Date(report.at).toISOString(),
    versions: report.versions,
    connection: connection && {
      url: connection.baseUrl.href,
      urlFrom: connection.urlFrom,
      keyFrom: connection.keyFrom,
    },
    checks: report.checks,
    requests: report.exchanges.map(({ at, ...exchange }) => ({ at: new Date(at).toISOString(), ...exchange })),
  }
  const json = Foreign.lines(`${JSON.stringify(document, null, 2)}\n`)
  // Answers are already redacted: this covers everything else, such as a path that contains the key.
  return connection === undefined ? json : connection.redaction.text(json)
}
