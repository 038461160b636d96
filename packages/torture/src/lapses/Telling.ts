/** Words by which a way of reading tells of a lapse. Other warnings tell of something else, or of nothing. */
import type * as Lapse from "@candela/testing/Lapse"

const noRows = /: no rows\. .*(expected|previous day)|gave no (rows|bars)|^(empty|doubtful|absent)/
const foreign = /not an answer of the service|not the service's|service URL/
/** A job of a backfill, or an entry of its failures, with the fault of the row. */
const refused = (fault: RegExp) => new RegExp(`(set aside after|^failures: ).*${fault.source}`, "s")
const rows = (fault: RegExp) => new RegExp(`left out .*${fault.source}|${refused(fault).source}`, "s")
const action = /cannot adjust bars|historical_adjustment_factor/

/** What tells of each lapse: a warning, or a field of the answer or the summary as `field: value`. */
export const tellsOf: Readonly<Record<Lapse.Name, RegExp>> = {
  Empty: noRows,
  Unmarked: foreign,
  Unavailable: foreign,
  NotFoundStatus: /does not know it|: not found/,
  BlankLastPage: noRows,
  DoubledDay: /rows? that repeats? others?|^repeated/,
  DoubledTicker: /rows? that repeats? others?|^repeated/,
  ConflictingRow: rows(/should be the only row with its/),
  Disordered: rows(/should be (after|before)/),
  OtherYear: rows(/should be within the requested time/),
  OtherTicker: refused(/ticker should be/),
  OtherAdjustment: refused(/adjusted should be/),
  Nanoseconds: rows(/should be an instant of the years/),
  AnnouncedSplit: action,
  DoubledSplit: action,
  SplitOfZero: action,
  LateSplit: /^changes: .*splits|are known up to/,
  DividendWithoutFactor: action,
  DoubledDividend: action,
  CorrectedBar: /^changes: /,
  MissingDay: noRows,
  PreviousDayClose: /16:00|last millisecond/,
  ClockAhead: /clock/,
  ClockBehind: /clock/,
}
