/** All figures, in the order of the table. */
import type { Figure } from "./Figure.js"
import { backfillKills } from "./figures/backfillKills.js"
import { cacheSize } from "./figures/cacheSize.js"
import { clockAhead } from "./figures/clockAhead.js"
import { clockSetBack } from "./figures/clockSetBack.js"
import { corrections } from "./figures/corrections.js"
import { crash } from "./figures/crash.js"
import { damagedCheckpoints } from "./figures/damagedCheckpoints.js"
import { damagedResumes } from "./figures/damagedResumes.js"
import { damagedStores } from "./figures/damagedStores.js"
import { endlessBodies } from "./figures/endlessBodies.js"
import { endlessStatements } from "./figures/endlessStatements.js"
import { fatalFaults } from "./figures/fatalFaults.js"
import { flippedBits } from "./figures/flippedBits.js"
import { foreignText } from "./figures/foreignText.js"
import { fullDisk } from "./figures/fullDisk.js"
import { hangingStore } from "./figures/hangingStore.js"
import { hostileDocuments } from "./figures/hostileDocuments.js"
import { hostileRequests } from "./figures/hostileRequests.js"
import { keyLeaks } from "./figures/keyLeaks.js"
import { keySpellings } from "./figures/keySpellings.js"
import { lapses } from "./figures/lapses.js"
import { liveCuts } from "./figures/liveCuts.js"
import { liveDay } from "./figures/liveDay.js"
import { liveEvictions } from "./figures/liveEvictions.js"
import { liveHostileFrames } from "./figures/liveHostileFrames.js"
import { liveKills } from "./figures/liveKills.js"
import { liveSilent } from "./figures/liveSilent.js"
import { load } from "./figures/load.js"
import { longestHold } from "./figures/longestHold.js"
import { rateLimit } from "./figures/rateLimit.js"
import { recoverableFaults } from "./figures/recoverableFaults.js"
import { soak } from "./figures/soak.js"
import { storeKills } from "./figures/storeKills.js"
import { storeProcesses } from "./figures/storeProcesses.js"

export const figures: ReadonlyArray<Figure> = [
  recoverableFaults,
  fatalFaults,
  hostileDocuments,
  endlessBodies,
  hostileRequests,
  keyLeaks,
  keySpellings,
  foreignText,
  rateLimit,
  clockSetBack,
  clockAhead,
  crash,
  damagedCheckpoints,
  damagedResumes,
  cacheSize,
  hangingStore,
  storeKills,
  storeProcesses,
  backfillKills,
  fullDisk,
  damagedStores,
  flippedBits,
  endlessStatements,
  corrections,
  lapses,
  liveCuts,
  liveKills,
  liveSilent,
  liveDay,
  liveEvictions,
  liveHostileFrames,
  soak,
  load,
  longestHold,
]
