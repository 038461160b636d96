/** The sandbox in the same process: from a request to the text of its answer. */
import { Sandbox } from "@candela/sandbox/Sandbox"
import * as HttpClient from "@effect/platform/HttpClient"
import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import type { Run } from "../Contender.js"
import { answers, type AnswersInput, DATE, type Day, TICKER } from "./answers.js"

export const run: Run<AnswersInput> = ({ directory }) =>
  Effect.gen(function* () {
    const client = yield* HttpClient.HttpClient
    const answer = client
      .get(`http://sandbox/v1/open-close/${TICKER}/${DATE}`, { headers: { authorization: "Bearer sandbox" } })
      .pipe(Effect.flatMap((response) => response.text))
    const runPromise = Runtime.runPromise(yield* Effect.runtime())
    return yield* Effect.promise(() =>
      answers(
        () => runPromise(answer),
        (text) => JSON.parse(text) as Day,
      ),
    )
  }).pipe(Effect.provide(Sandbox.layerHttpClient({ directory })), Effect.runPromise)
