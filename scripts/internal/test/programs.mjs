// Runs compiled programs one after another in this process, which loads the packages once. Prints a
// NUL and the name before the output of each.
import { basename } from "node:path"
import { pathToFileURL } from "node:url"

for (const file of process.argv.slice(2)) {
  console.log(`\0${basename(file, ".js")}`)
  try {
    await import(pathToFileURL(file).href)
  } catch (error) {
    console.log(error)
    process.exitCode = 1
  }
}
