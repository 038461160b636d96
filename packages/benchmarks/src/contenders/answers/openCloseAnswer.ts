/** The sandbox's service in the same process: from a request to the text of its answer. */
import type { Run } from "../../Contender.js"
import { answers, type AnswersInput, DATE, type Day, TICKER } from "./answers.js"
import { withService } from "./service.js"

export const run: Run<AnswersInput> = ({ file }) =>
  withService(file, (answer) =>
    answers(
      () => answer(`/v1/open-close/${TICKER}/${DATE}`),
      (body) => JSON.parse(body) as Day,
    ),
  )
