/** The catalogue as the pages read it, from the committed document. */
import { readFileSync } from "node:fs"
import { make } from "../src/catalog.js"
import type { CatalogEndpoint } from "../src/common/Catalog.js"

const openapi = readFileSync(new URL("../../sandbox/openapi.json", import.meta.url), "utf8")

/** As the page has it once it has read `catalog.json`. */
export const catalog = JSON.parse(JSON.stringify(make(JSON.parse(openapi) as never))) as ReturnType<typeof make>

/** All endpoints. */
export const endpoints: ReadonlyArray<CatalogEndpoint> = catalog.services.flatMap(({ endpoints }) => endpoints)

/** The endpoint with a name. */
export const endpointOf = (name: string): CatalogEndpoint => endpoints.find((endpoint) => endpoint.name === name)!
