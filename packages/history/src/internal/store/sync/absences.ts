/**
 * What the folders of a sync lack at the service, collected while they are filled.
 *
 * @module
 */
import type { Filled } from "./fill.js"
import * as Intervals from "../layout/intervals.js"
import type { Manifest } from "../layout/manifest.js"
import type { Task } from "./tasks.js"
import { isHistory, type Source } from "../layout/source.js"

/** State of a folder. */
interface State extends Filled {
  readonly task: Task
}

/** Absences of a sync. */
export class Absences {
  private readonly states = new Map<Source, State>()

  /** Notes the result of filling some gaps of a folder: what it says of their time replaces what was known before. */
  note(task: Task, { confirmed, doubtful, manifest, open, stored }: Filled): void {
    const before = this.states.get(task.source)
    const kept = (time: Intervals.Intervals = []) => Intervals.difference(time, task.gaps)
    this.states.set(task.source, {
      task,
      manifest,
      doubtful: Intervals.union(kept(before?.doubtful), doubtful),
      stored: Intervals.union(kept(before?.stored), stored),
      confirmed: Intervals.union(kept(before?.confirmed), confirmed),
      open: Intervals.union(kept(before?.open), open),
    })
  }

  /** Replaces the manifest of a folder. */
  replace(source: Source, manifest: Manifest): void {
    const state = this.states.get(source)
    if (state !== undefined) this.states.set(source, { ...state, manifest })
  }

  /** All folders that were filled. */
  get all(): ReadonlyArray<State> {
    return [...this.states.values()]
  }

  /** Folders with doubtful time, to be filled again. */
  get doubtful(): ReadonlyArray<{ readonly task: Task; readonly time: Intervals.Intervals }> {
    return this.all.flatMap(({ doubtful, manifest, task }) =>
      doubtful.length === 0 ? [] : [{ task: { ...task, manifest, damaged: {}, strays: [] }, time: doubtful }],
    )
  }

  /** Manifest of a folder after the sync. */
  manifestOf({ manifest, source }: Task): Manifest {
    return this.states.get(source)?.manifest ?? manifest
  }

  /** Instant of the newest row of any ticker, epoch milliseconds; `undefined` without rows. */
  get newest(): number | undefined {
    const ends = this.all
      .filter(({ task }) => isHistory(task.source))
      .flatMap(({ manifest }) => Object.values(manifest.files).map(({ last }) => last))
    return ends.length === 0 ? undefined : ends.reduce((one, other) => Math.max(one, other))
  }

  /** Returns the gaps of a task whose absence was not found by this sync. */
  unexcused({ gaps, source }: Task): Intervals.Intervals {
    const state = [...this.states].find(([own]) => own.folder.join("/") === source.folder.join("/"))?.[1]
    if (state === undefined) return gaps
    return Intervals.difference(gaps, Intervals.union(state.doubtful, state.open))
  }
}
