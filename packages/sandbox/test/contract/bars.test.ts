import { testBars } from "./bars.js"

testBars("in process")
