// The protections whose tests must fail without them. Each mutant replaces `find`, which occurs once in its file, and names the test that must fail: a part of
// its title, and its file.
import { mutants as answers } from "./answers.mjs"
import { mutants as backfill } from "./backfill.mjs"
import { mutants as cache } from "./cache.mjs"
import { mutants as checkpoints } from "./checkpoints.mjs"
import { mutants as core } from "./core.mjs"
import { mutants as documents } from "./documents.mjs"
import { mutants as files } from "./files.mjs"
import { mutants as history } from "./history.mjs"
import { mutants as node } from "./node.mjs"
import { mutants as objects } from "./objects.mjs"
import { mutants as reading } from "./reading.mjs"
import { mutants as sandbox } from "./sandbox.mjs"
import { mutants as store } from "./store.mjs"
import { mutants as streams } from "./streams.mjs"
import { mutants as testing } from "./testing.mjs"

/** @typedef {ReadonlyArray<{ name: string, protects: string, file: string, find: string, replace: string, test: string, title: string }>} Mutants */

/** @type {Mutants} */
export const mutants = [
  ...core,
  ...answers,
  ...streams,
  ...backfill,
  ...cache,
  ...checkpoints,
  ...documents,
  ...files,
  ...history,
  ...node,
  ...objects,
  ...reading,
  ...sandbox,
  ...store,
  ...testing,
]
