/**
 * Requests as commands of `candela`, the command line of the client.
 *
 * @module
 */
import * as CommandLine from "@candela/catalog/CommandLine"

/**
 * Returns the command that sends a request to an endpoint at a base URL. The key is in the environment
 * (`MARKET_DATA_API_KEY`). `names` are the parameters passed as arguments.
 */
export const command = (baseUrl: string, name: string, names: ReadonlyArray<string>, request: object): string =>
  [`candela ${CommandLine.line(name, names, { ...request })} \\`, `  --url ${CommandLine.quoted(baseUrl)}`].join("\n")
