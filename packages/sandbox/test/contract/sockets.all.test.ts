/** The contract over sockets. By default it is tested in process. */
import { testBars } from "./bars.js"
import { testFaults } from "../http/faults.js"
import { testErrors } from "./errors.js"
import { testEveryEndpoint } from "./everyEndpoint.js"

testEveryEndpoint("over a socket, by the pool for Node")
for (const name of ["over a socket, by fetch", "over a socket, by the pool for Node"] as const) {
  testErrors(name)
  testBars(name)
  testFaults(name)
}
