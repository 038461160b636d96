/** The sandbox's service in the same process: from a request to the text of its answer. */
import * as Dataset from "@candela/sandbox/Dataset"
import { all as routes } from "@candela/sandbox/Routes"
import * as Service from "@candela/sandbox/Service"
import { Store } from "@candela/sandbox/Store"
import * as Effect from "effect/Effect"
import type { Run } from "../Contender.js"
import { answers, type AnswersInput, DATE, type Day, TICKER } from "./answers.js"

export const run: Run<AnswersInput> = ({ directory }) =>
  Effect.gen(function* () {
    const { now, seed, store } = yield* Effect.flatMap(Dataset.make("small", { directory }), (path) =>
      Dataset.open(path),
    )
    const { handle } = yield* Service.make({
      routes,
      keys: { sandbox: "business" },
      now: Effect.succeed(now),
      seed,
    }).pipe(Effect.provideService(Store, store))
    const answer = Effect.suspend(() =>
      handle({
        method: "GET",
        url: new URL(`http://sandbox/v1/open-close/${TICKER}/${DATE}`),
        headers: { authorization: "Bearer sandbox" },
      }),
    )
    return yield* Effect.promise(() =>
      answers(
        () => Effect.runPromise(answer),
        ({ body }) => JSON.parse(body) as Day,
      ),
    )
  }).pipe(Effect.scoped, Effect.runPromise)
