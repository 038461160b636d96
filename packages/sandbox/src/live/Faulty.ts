import type { Judge } from "@candela/testing/LiveFaults"
import type { FrameKind, FrameStep } from "@candela/testing/LiveFault"
import type { Peer } from "./Peer.js"

/** A client to which frames are sent with their kind. */
export interface KindPeer extends Omit<Peer, "send" | "half"> {
  readonly send: (frame: string, kind: FrameKind) => void
}

/** Sends frames to a client as faults would have it. `later` runs something after their latency. */
export const make = (peer: Peer, judge: Judge, later: (run: () => void) => void): KindPeer => {
  let isSilent = false
  /** What is held back while frames are slow. */
  let held: Array<() => void> | undefined

  const act = (run: () => void) => {
    if (isSilent) return
    if (held === undefined) run()
    else held.push(run)
  }

  const pause = () => {
    if (held !== undefined) return
    const waiting = (held = [])
    later(() => {
      held = undefined
      for (const run of waiting as ReadonlyArray<() => void>) act(run)
    })
  }

  const perform = (step: FrameStep) => {
    switch (step._tag) {
      case "Send":
        return step.late === true ? later(() => act(() => peer.send(step.frame))) : act(() => peer.send(step.frame))
      case "Pause":
        return pause()
      case "Silence":
        isSilent = true
        return
      case "Half":
        return act(() => peer.half(step.frame))
      case "Reset":
        return act(peer.reset)
      case "End":
        return act(peer.end)
      case "Close":
        return act(() => peer.close(step.code, step.reason))
    }
  }

  return {
    send: (frame, kind) => {
      const steps = judge(kind, frame)
      if (steps === undefined) act(() => peer.send(frame))
      else for (const step of steps) perform(step)
    },
    close: (code, reason) => act(() => peer.close(code, reason)),
    end: () => act(peer.end),
    reset: () => act(peer.reset),
    buffered: peer.buffered,
  }
}
