import { few } from "./support/endpoints.js"
import { describeOtherPrograms } from "./support/otherPrograms.js"
import { sampled } from "../../core/test/support/seeded.js"

describeOtherPrograms(sampled(few, 0))
