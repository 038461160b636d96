/**
 * Requests as commands of `candela`, the command line of the client.
 *
 * @module
 */
import * as CommandLine from "@candela/catalog/CommandLine"

/**
 * The command that sends a request to the endpoint with a name, at a base URL. The key is a variable of the shell, exported or not. `names` are the parameters
 * that are arguments.
 */
export const command = (baseUrl: string, name: string, names: ReadonlyArray<string>, request: object): string =>
  [
    'MARKET_DATA_API_KEY="$MARKET_DATA_API_KEY" \\',
    `  candela ${CommandLine.line(name, names, { ...request })} \\`,
    `  --url ${CommandLine.quoted(baseUrl)}`,
  ].join("\n")
