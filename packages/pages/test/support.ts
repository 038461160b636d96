/** The catalogue as the pages read it, from the committed document. */
import * as ExactJson from "../../sandbox/src/json/exactJson.js"
import { readFileSync } from "node:fs"
import { make } from "../src/catalog.js"
import type { Endpoint } from "../src/common/Catalog.js"

const openapi = readFileSync(new URL("../../sandbox/openapi.json", import.meta.url), "utf8")

/** As the page has it once it has read `catalog.json`. */
export const catalog = JSON.parse(
  JSON.stringify(make(ExactJson.parse(openapi) as never), (_, value: unknown) =>
    typeof value === "bigint" ? Number(value) : value,
  ),
) as ReturnType<typeof make>

/** All endpoints. */
export const endpoints: ReadonlyArray<Endpoint> = catalog.services.flatMap(({ endpoints }) => endpoints)

/** The endpoint with a name. */
export const endpointOf = (name: string): Endpoint => endpoints.find((endpoint) => endpoint.name === name)!
