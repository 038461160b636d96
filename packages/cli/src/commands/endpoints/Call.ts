/**
 * Program of an endpoint's command: sends the request, and writes the answer.
 *
 * @module
 */
import type * as Catalog from "@candela/catalog/Catalog"
import { Checkpoints } from "@candela/core/Checkpoints"
import type { MarketData } from "@candela/core/MarketData"
import type * as Method from "@candela/core/Method"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import type { Environment } from "../../command/Command.js"
import * as Connect from "../../connect/Connect.js"
import type { ServicePage } from "../../output/Document.js"
import * as Output from "../../output/Output.js"
import * as Combined from "./Combined.js"
import * as Paged from "./Paged.js"
import { details, prepare, type Prepared } from "./Prepared.js"
import * as Shape from "./Shape.js"
import * as Told from "./Told.js"
import { streams, type CallValues } from "./Values.js"

const answer = (entry: Catalog.Entry, method: Catalog.Method, values: CallValues, { requests }: Prepared) =>
  Effect.gen(function* () {
    const { declaration } = entry
    const request = requests[0]!
    const call = method as unknown as (request: object, options: Method.CallOptions) => ReturnType<Catalog.Method>
    const given = yield* call(request, { onInvalidRow: values["on-invalid-row"] })
    const written = details(entry, request)
    if (declaration.kind === "single") return yield* Output.value(declaration, values, given, written)
    const page = given as ServicePage
    yield* Output.pages(declaration, values, Stream.make(page), written)
    yield* Told.warn((page["invalid"] as ReadonlyArray<unknown> | undefined)?.length ?? 0)
  })

const send = (service: Catalog.Service, entry: Catalog.Entry, values: CallValues, prepared: Prepared) =>
  Effect.gen(function* () {
    const methods = yield* service.tag as unknown as Effect.Effect<Readonly<Record<string, Catalog.Method>>>
    const method = methods[entry.method]!
    if (prepared.tickers.isSeveral || Shape.isAsked(values))
      return yield* Combined.write(entry, methods, values, prepared)
    const run = streams(entry.declaration) ? Paged.write : answer
    yield* run(entry, method, values, prepared)
  }).pipe(
    Effect.provide(
      values.resume === true ? Layer.provide(service.tag.layer, Checkpoints.layerMemory) : service.tag.layer,
    ),
  )

/** Runs an endpoint's command on a connection, which is opened once the command line is valid. */
export const runOn =
  <E, R>(connection: Layer.Layer<MarketData, E, R>) =>
  (service: Catalog.Service, entry: Catalog.Entry) =>
  (values: CallValues): Effect.Effect<void, unknown, Environment | R> =>
    Effect.flatMap(prepare(entry, values), (prepared) =>
      Effect.provide(send(service, entry, values, prepared), connection).pipe(
        Effect.zipRight(Told.synthetic(entry.declaration)),
      ),
    )

/** Runs an endpoint's command. */
export const run: ReturnType<typeof runOn<Connect.ConnectError, Environment>> = runOn(Connect.layer)
