/**
 * Keeps the messages of the engine from users: they are about locks and loops that recover by themselves. That the database is away, `persistent` says.
 *
 * @module
 */
import * as Arr from "effect/Array"
import * as FiberRef from "effect/FiberRef"
import * as FiberRefs from "effect/FiberRefs"
import * as HashMap from "effect/HashMap"
import * as HashSet from "effect/HashSet"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as Option from "effect/Option"

/** The engine marks its messages by a package, all but those on the state of its locks. */
const isOfEngine = ({ annotations, message }: Logger.Logger.Options<unknown>): boolean =>
  Option.contains(HashMap.get(annotations, "package"), "@effect/cluster") ||
  String(Arr.ensure(message)[0]).startsWith("Shard lock storage ")

/** Whether debug messages are shown. */
const isDebugging = ({ context }: Logger.Logger.Options<unknown>): boolean =>
  LogLevel.lessThanEqual(FiberRefs.getOrDefault(context, FiberRef.currentMinimumLogLevel), LogLevel.Debug)

/** The loggers of a program, without what the engine says; with it where debug messages are shown. */
const quiet = (loggers: HashSet.HashSet<Logger.Logger<unknown, unknown>>) =>
  HashSet.map(loggers, (logger) =>
    Logger.make<unknown, unknown>((options) =>
      isOfEngine(options) && !isDebugging(options) ? undefined : logger.log(options),
    ),
  )

/** An engine whose fibers, and those that it starts, have these loggers. */
export const layer = <A, E, R>(engine: Layer.Layer<A, E, R>): Layer.Layer<A, E, R> =>
  Layer.locallyWith(engine, FiberRef.currentLoggers, quiet)
