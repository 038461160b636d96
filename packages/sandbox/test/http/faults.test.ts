import { testFaults } from "./faults.js"

testFaults("in process")
