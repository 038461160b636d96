/**
 * Every service and its endpoints, from the catalogue.
 */
import * as Catalog from "@candela/catalog/Catalog"
import type * as Endpoint from "@candela/core/declare/Endpoint"

/** The services by the names with which their endpoints' names begin. */
export const services: Readonly<Record<string, Catalog.Tag>> = Object.fromEntries(
  Catalog.services.map(({ name, tag }) => [name, tag]),
)

/** The endpoints of all services, or of those that `CANDELA_SERVICES` names: `./scripts/test --since` sets it. */
export const endpoints: ReadonlyArray<Endpoint.Any> = Catalog.endpoints
  .filter(({ service }) => (process.env["CANDELA_SERVICES"]?.split(",") ?? [service]).includes(service))
  .map(({ declaration }) => declaration)
