import { testEveryEndpoint } from "./everyEndpoint.js"

testEveryEndpoint("over a socket, by the pool for Node")
