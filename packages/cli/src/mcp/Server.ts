/**
 * Model Context Protocol server over a market-data connection: tools that a model calls, and documents that it reads.
 *
 * @module
 */
import * as McpServer from "@effect/ai/McpServer"
import * as RpcServer from "@effect/rpc/RpcServer"
import * as Catalog from "@candela/catalog/Catalog"
import type { LiveConnection } from "@candela/core/LiveConnection"
import { MarketData } from "@candela/core/MarketData"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Synthetic from "../connect/Synthetic.js"
import * as Documents from "./Documents.js"
import * as Manual from "./Manual.js"
import * as ModelTool from "./ModelTool.js"
import * as Protocol from "./Protocol.js"
import * as Resources from "./Resources.js"
import * as callEndpoint from "./tools/callEndpoint.js"
import * as describeEndpoint from "./tools/describeEndpoint.js"
import * as drawChart from "./tools/drawChart.js"
import * as query from "./tools/query.js"
import * as searchCatalog from "./tools/searchCatalog.js"
import * as watch from "./tools/watch.js"
import * as Workspace from "./Workspace.js"

/** Logs go to standard error, since the output belongs to the protocol. */
const logToStandardError = Logger.replace(Logger.defaultLogger, Logger.withConsoleError(Logger.logfmtLogger))

/** Serves one client, until its input has ended and its requests are answered, or until it is gone. */
export const serve = <E, R>(
  options: Protocol.Transport<E, R> & {
    /** Version of the server, for the client. */
    readonly version: string
    /** Whether the prices are from the sandbox: charts say so. */
    readonly isSynthetic: boolean
    /** Connection to the live channel, or why there is none. */
    readonly live: Effect.Effect<LiveConnection.Service, { readonly message: string }>
    /** Folder of a store whose histories are tables. */
    readonly store?: string | undefined
  },
): Effect.Effect<void, never, MarketData | R> =>
  Effect.gen(function* () {
    const services = (yield* Layer.build(Catalog.layer)) as never
    const workspace = yield* Workspace.make(options.store)
    // Before the first document and tool is added: a connected client would be notified that the list has changed.
    const manual = yield* Manual.pages
    const synthetic = options.isSynthetic ? yield* Synthetic.names : new Set<string>()
    const { closed, protocol } = yield* Protocol.make({
      instructions: Documents.instructions(options),
      ...options,
    })
    const tools = [
      searchCatalog.make(),
      describeEndpoint.make(synthetic),
      callEndpoint.make(services, workspace, synthetic),
      query.make(workspace),
      drawChart.make(yield* MarketData, options.isSynthetic),
      watch.make(yield* MarketData, options.live, options.isSynthetic),
    ]
    yield* Effect.forEach(tools, ModelTool.register, { discard: true })
    yield* Resources.register(manual)
    const run = McpServer.run({ name: "candela", version: options.version })
    yield* Effect.forkScoped(Effect.provideService(run, RpcServer.Protocol, protocol))
    yield* closed
  }).pipe(
    Effect.provideServiceEffect(McpServer.McpServer, McpServer.McpServer.make),
    Effect.scoped,
    Effect.provide(logToStandardError),
  )
