import { testErrors } from "./errors.js"

testErrors("in process")
