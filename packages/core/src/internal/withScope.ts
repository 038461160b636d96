import * as Channel from "effect/Channel"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"

/**
 * Makes a stream with a scope. Unlike with `Stream.unwrapScoped`, it can be pulled again after its
 * first pull was interrupted.
 */
export const withScope = <A, E>(use: (scope: Scope.Scope) => Stream.Stream<A, E>): Stream.Stream<A, E> =>
  Stream.fromChannel(
    // protects: A stream that stops leaves no request in flight.
    // mutant: "by interruption aborts all requests in flight": Scope.close → () => Scope.make()
    Channel.concatMap(Channel.acquireReleaseOut(Scope.make(), Scope.close), (scope) => Stream.toChannel(use(scope))),
  )
