import { few } from "./support/endpoints.js"
import { describeOtherPrograms } from "./support/otherPrograms.js"
import { sampled } from "@candela/support/seeded"

describeOtherPrograms(sampled(few, 0))
