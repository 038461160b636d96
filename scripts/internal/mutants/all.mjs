// The protections whose tests must fail without them. Each mutant replaces `find`, which occurs once in its file, and names the test that must fail: a part of
// its title, and its file.
import { mutants as absence } from "./absence.mjs"
import { mutants as accounts } from "./accounts.mjs"
import { mutants as waiting } from "./waiting.mjs"
import { mutants as adjust } from "./adjust.mjs"
import { mutants as answers } from "./answers.mjs"
import { mutants as backfill } from "./backfill.mjs"
import { mutants as cache } from "./cache.mjs"
import { mutants as checkpoints } from "./checkpoints.mjs"
import { mutants as command } from "./command.mjs"
import { mutants as core } from "./core.mjs"
import { mutants as disk } from "./disk.mjs"
import { mutants as documents } from "./documents.mjs"
import { mutants as files } from "./files.mjs"
import { mutants as history } from "./history.mjs"
import { mutants as lapses } from "./lapses.mjs"
import { mutants as law } from "./law.mjs"
import { mutants as node } from "./node.mjs"
import { mutants as objects } from "./objects.mjs"
import { mutants as reading } from "./reading.mjs"
import { mutants as sandbox } from "./sandbox.mjs"
import { mutants as store } from "./store.mjs"
import { mutants as streams } from "./streams.mjs"
import { mutants as testing } from "./testing.mjs"
import { mutants as transport } from "./transport.mjs"

/** @typedef {ReadonlyArray<{ name: string, protects: string, file: string, find: string, replace: string, test: string, title: string }>} Mutants */

/** @type {Mutants} */
export const mutants = [
  ...accounts,
  ...waiting,
  ...core,
  ...answers,
  ...streams,
  ...absence,
  ...adjust,
  ...backfill,
  ...cache,
  ...checkpoints,
  ...command,
  ...disk,
  ...documents,
  ...files,
  ...history,
  ...lapses,
  ...law,
  ...node,
  ...objects,
  ...reading,
  ...sandbox,
  ...store,
  ...testing,
  ...transport,
]
