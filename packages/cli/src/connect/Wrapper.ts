/**
 * Wrapper of a command around the requests of its connection.
 *
 * @module
 */
import type { HttpClient } from "@effect/platform/HttpClient"
import * as Context from "effect/Context"

/**
 * Wraps the client of a connection. It sees each attempt, but never the key: `transformClient` of
 * `MarketData.layer`. Default none.
 */
export class Wrapper extends Context.Reference<Wrapper>()("@candela/cli/Wrapper", {
  defaultValue: (): ((client: HttpClient) => HttpClient) | undefined => undefined,
}) {}
