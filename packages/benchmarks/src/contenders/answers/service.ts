/** The sandbox's service in the same process, with no socket in between. */
import * as Dataset from "@candela/sandbox/dataset/Dataset"
import { all as routes } from "@candela/sandbox/routes/Routes"
import * as Service from "@candela/sandbox/http/Service"
import { Store } from "@candela/sandbox/store/Store"
import * as Effect from "effect/Effect"

/** Opens the service while `use` runs, which is given what answers a path: with the text of the body. */
export const withService = <A>(
  file: string,
  use: (answer: (path: string) => Promise<string>) => Promise<A>,
): Promise<A> =>
  Effect.gen(function* () {
    const { now, seed, store } = yield* Dataset.open(file)
    const { handle } = yield* Service.make({
      routes,
      keys: { sandbox: "business" },
      now: Effect.succeed(now),
      seed,
    }).pipe(Effect.provideService(Store, store))
    const headers = { authorization: "Bearer sandbox" }
    const answer = (path: string) =>
      Effect.suspend(() => handle({ method: "GET", url: new URL(`http://sandbox${path}`), headers })).pipe(
        Effect.map(({ body }) => body),
        Effect.runPromise,
      )
    return yield* Effect.promise(() => use(answer))
  }).pipe(Effect.scoped, Effect.runPromise)
