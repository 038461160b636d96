import { yearly } from "./yearly.js"

/** Average federal funds rate of each year before the target range, percent. */
const average = yearly(
  1954,
  [
    1, 1.79, 2.73, 3.11, 1.57, 3.31, 3.21, 1.95, 2.71, 3.18, 3.5, 4.07, 5.11, 4.22, 5.66, 8.21, 7.17, 4.67, 4.44, 8.74,
    10.51, 5.82, 5.05, 5.54, 7.94, 11.2, 13.35, 16.39, 12.24, 9.09, 10.23, 8.1, 6.8, 6.66, 7.57, 9.21, 8.1, 5.69, 3.52,
    3.02, 4.2, 5.84, 5.3, 5.46, 5.35, 4.97, 6.24, 3.89, 1.67, 1.13, 1.35, 3.21, 4.96, 5.02, 1.93, 0.16,
  ],
)

/** Start dates of the target ranges, each with its lower bound, percent. The upper one is a quarter above. */
const lowerBounds: ReadonlyArray<readonly [from: string, lower: number]> = [
  ["2008-12-16", 0],
  ["2015-12-17", 0.25],
  ["2016-12-15", 0.5],
  ["2017-03-16", 0.75],
  ["2017-06-15", 1],
  ["2017-12-14", 1.25],
  ["2018-03-22", 1.5],
  ["2018-06-14", 1.75],
  ["2018-09-27", 2],
  ["2018-12-20", 2.25],
  ["2019-08-01", 2],
  ["2019-09-19", 1.75],
  ["2019-10-31", 1.5],
  ["2020-03-04", 1],
  ["2020-03-16", 0],
  ["2022-03-17", 0.25],
  ["2022-05-05", 0.75],
  ["2022-06-16", 1.5],
  ["2022-07-28", 2.25],
  ["2022-09-22", 3],
  ["2022-11-03", 3.75],
  ["2022-12-15", 4.25],
  ["2023-02-02", 4.5],
  ["2023-03-23", 4.75],
  ["2023-05-04", 5],
  ["2023-07-27", 5.25],
  ["2024-09-19", 4.75],
  ["2024-11-08", 4.5],
  ["2024-12-19", 4.25],
]

/** Lower bound of the target range on a date, percent; absent before the first range. */
export const lowerBound = (date: string): number | undefined => lowerBounds.findLast(([from]) => from <= date)?.[1]

/** Approximate federal funds rate in a year with a given lower bound, percent. */
export const fedFundsRate = (lower: number | undefined, years: number): number =>
  lower === undefined ? average(years) : lower + 0.08
