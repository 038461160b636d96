// Looks for the PostgreSQL that some tests start. With `--install` it installs Debian's package if
// permitted; without one it says that those tests are skipped, and with `--required` it fails.
import { parseArgs } from "node:util"
import { install } from "../debian.mjs"
import { programs } from "../postgres.mjs"

const flag = /** @type {const} */ ({ type: "boolean", default: false })
const { values } = parseArgs({ options: { install: flag, required: flag } })

const advice = "PostgreSQL is not installed, and the tests that need one do not run: install Debian's postgresql"
const reason = programs() !== undefined ? undefined : values.install ? install("postgresql", advice) : advice
const found = programs()

if (found !== undefined) console.log(`PostgreSQL: ${found}`)
else {
  console.log(
    `${values.required ? "Failed" : "Skipped"}: ${reason ?? "Debian's postgresql was installed, but has no initdb"}`,
  )
  process.exitCode = values.required ? 1 : 0
}
