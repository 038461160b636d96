/**
 * Hides the engine's messages from users: they concern locks and loops that recover by themselves.
 * An unreachable database is reported by `persistent`.
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

/** Whether a message is the engine's: marked with its package, or about the state of its locks, which is unmarked. */
const isOfEngine = ({ annotations, message }: Logger.Logger.Options<unknown>): boolean =>
  Option.contains(HashMap.get(annotations, "package"), "@effect/cluster") ||
  String(Arr.ensure(message)[0]).startsWith("Shard lock storage ")

/** Whether debug messages are shown. */
const isDebugging = ({ context }: Logger.Logger.Options<unknown>): boolean =>
  LogLevel.lessThanEqual(FiberRefs.getOrDefault(context, FiberRef.currentMinimumLogLevel), LogLevel.Debug)

/** Removes the engine's messages from a program's loggers, unless debug messages are shown. */
// protects: What the engine says of its own state is not shown to users.
// mutant: "is shown to those who debug": without !
const quiet = (loggers: HashSet.HashSet<Logger.Logger<unknown, unknown>>) =>
  HashSet.map(loggers, (logger) =>
    Logger.make<unknown, unknown>((options) =>
      isOfEngine(options) && !isDebugging(options) ? undefined : logger.log(options),
    ),
  )

/** Runs an engine, and the fibers that it starts, with these loggers. */
export const layer = <A, E, R>(engine: Layer.Layer<A, E, R>): Layer.Layer<A, E, R> =>
  Layer.locallyWith(engine, FiberRef.currentLoggers, quiet)
