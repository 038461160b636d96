import { few } from "./support/endpoints.js"
import { describeOtherPrograms } from "./support/otherPrograms.js"

describeOtherPrograms(few)
