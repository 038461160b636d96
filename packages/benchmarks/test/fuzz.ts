/**
 * What `./scripts/fuzz` runs: the long run of the decoder's law, on the rows of its own tests and
 * on those of the repository.
 */
import { main } from "../../core/test/decoder/fuzz.js"
import * as Rows from "../../core/test/decoder/rows.js"
import { repositoryRows } from "./repositoryRows.js"

process.exitCode = await main([...Rows.all, ...repositoryRows], process.argv.slice(2))
