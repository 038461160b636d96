// Prints the folders of the packages that have a service.
import { domains } from "../workspace.mjs"

for (const { directory } of domains) console.log(directory)
