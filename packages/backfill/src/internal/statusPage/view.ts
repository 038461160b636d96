/**
 * Status page as HTML. The browser's script replaces the parts marked with `data-part`.
 *
 * @module
 */
import * as Duration from "effect/Duration"
import type * as Plans from "../plan/plans.js"
import type * as Status from "../progress/status.js"
import { html, type Html, type HtmlPart } from "./html.js"

/** Content of the page. */
export interface Shown {
  readonly definition: Plans.Definition
  readonly status: Status.Status
  /** First failures. */
  readonly failures: ReadonlyArray<Status.Failure>
  /** Number of jobs with a failure. */
  readonly failed: number
  /** Plans of the database, latest first. */
  readonly plans: ReadonlyArray<string>
  /** Current time, epoch milliseconds. */
  readonly now: number
}

const number = (value: number): string => Math.round(value).toLocaleString("en-US")

/** One decimal below 100, so that a slow pace is not 0. */
const pace = (value: number): string => value.toLocaleString("en-US", { maximumFractionDigits: value < 100 ? 1 : 0 })

const plural = (count: number, one: string): string => `${number(count)} ${count === 1 ? one : `${one}s`}`

/** Two units: `2 h 5 min`. */
const duration = (milliseconds: number): string => {
  const seconds = Math.ceil(milliseconds / 1000)
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`
  return `${Math.floor(seconds / 86_400)} d ${Math.floor((seconds % 86_400) / 3600)} h`
}

const time = (instant: number): Html => {
  const text = new Date(instant).toISOString()
  return html`<time datetime="${text}">${text.slice(0, 10)} ${text.slice(11, 19)} UTC</time>`
}

const states = [
  ["done", "Done"],
  ["empty", "Done, without rows"],
  ["failed", "Set aside"],
  ["skipped", "Skipped"],
  ["waiting", "Waiting"],
] as const

const words: Readonly<Record<Status.Status["state"], string>> = {
  open: "Open",
  done: "Done",
  paused: "Paused",
  cancelled: "Cancelled",
  stopped: "Stopped",
}

/** Share of completed jobs. */
const share = ({ planned, waiting }: Status.Counts): number => (planned === 0 ? 1 : (planned - waiting) / planned)

/** Rounded down, so that it is never 100% before the end. */
const percent = (jobs: Status.Counts): string => `${Math.floor(share(jobs) * 100)}%`

const bar = (jobs: Status.Counts): Html => {
  let at = 0
  const parts = states.map(([state]) => {
    const width = jobs.planned === 0 ? 0 : (jobs[state] / jobs.planned) * 1000
    const rect = html`<rect class="${state}" x="${at.toFixed(2)}" width="${width.toFixed(2)}" height="12" />`
    at += width
    return rect
  })
  const label = states.map(([state, word]) => `${word}: ${number(jobs[state])}`).join(", ")
  return html`<svg class="bar" viewBox="0 0 1000 12" preserveAspectRatio="none" role="img" aria-label="${label}">
    ${parts}
  </svg>`
}

const figure = (name: string, value: string, more?: HtmlPart): Html =>
  html`<div>
    <dt>${name}</dt>
    <dd><strong>${value}</strong> ${more}</dd>
  </div>`

const figures = ({ jobs, rows, rowsPerSecond, runners, timeLeft }: Status.Status): Html => {
  const alive = runners.filter(({ isAlive }) => isAlive)
  return html`<dl class="figures">
    ${figure("Jobs over", percent(jobs), `${number(jobs.planned - jobs.waiting)} of ${number(jobs.planned)}`)}
    ${figure("Rows received", number(rows))} ${figure("Rows a second", pace(rowsPerSecond))}
    ${figure("Time left", timeLeft === undefined ? "–" : duration(Duration.toMillis(timeLeft)))}
    ${figure("Runners", number(alive.length), `${number(alive.reduce((sum, { running }) => sum + running, 0))} tickers at work`)}
  </dl>`
}

const legend = (jobs: Status.Counts): Html =>
  html`<dl class="legend">
    ${states.map(
      ([state, word]) =>
        html`<div>
          <dt>
            <svg class="key" viewBox="0 0 10 10" aria-hidden="true">
              <rect class="${state}" width="10" height="10" /></svg
            >${word}
          </dt>
          <dd>${number(jobs[state])}</dd>
        </div>`,
    )}
  </dl>`

const heads = (columns: ReadonlyArray<readonly [name: string, isNumber: boolean]>): Html =>
  html`<thead>
    <tr>
      ${columns.map(([name, isNumber]) => (isNumber ? html`<th scope="col" class="number">${name}</th>` : html`<th scope="col">${name}</th>`))}
    </tr>
  </thead>`

const runnerRow =
  (now: number) =>
  (runner: Status.Runner): Html =>
    html`<tr>
      <th scope="row">${runner.runner}</th>
      <td data-label="State">${runner.isAlive ? "At work" : html`<span class="bad">Silent</span>`}</td>
      <td class="number" data-label="Tickers">${number(runner.running)}</td>
      <td class="number" data-label="Jobs done">${number(runner.jobs)}</td>
      <td class="number" data-label="Rows">${number(runner.rows)}</td>
      <td class="number" data-label="Jobs a second">${pace(runner.jobsPerSecond)}</td>
      <td class="number" data-label="Rows a second">${pace(runner.rowsPerSecond)}</td>
      <td data-label="Last heard of">${duration(Math.max(0, now - runner.seenAt))} ago</td>
    </tr>`

const runners = ({ runners }: Status.Status, now: number): Html =>
  runners.length === 0
    ? html`<p class="notice">
        No runner works on this database. Start one: <code>candela backfill worker</code>, or
        <code>candela backfill run</code>.
      </p>`
    : html`<div class="wide" role="region" aria-labelledby="runners" tabindex="0">
        <table>
          ${heads([
            ["Runner", false],
            ["State", false],
            ["Tickers", true],
            ["Jobs done", true],
            ["Rows", true],
            ["Jobs a second", true],
            ["Rows a second", true],
            ["Last heard of", false],
          ])}
          <tbody>
            ${runners.map(runnerRow(now))}
          </tbody>
        </table>
      </div>`

const failureRow = ({ at, attempts, error, isSetAside, message, period, ticker }: Status.Failure): Html =>
  html`<tr>
    <th scope="row">${ticker} ${period}</th>
    <td data-label="State">${isSetAside ? html`<span class="bad">Set aside</span>` : "Will be retried"}</td>
    <td class="number" data-label="Attempts">${number(attempts)}</td>
    <td class="message" data-label="Last error"><code>${error}</code> ${message}</td>
    <td data-label="When">${time(at)}</td>
  </tr>`

const failures = ({ failed, failures, status: { plan } }: Shown): Html =>
  failed === 0
    ? html`<p>No job has failed and was not done since.</p>`
    : html`<div class="wide" role="region" aria-labelledby="failures" tabindex="0">
          <table>
            ${heads([
              ["Job", false],
              ["State", false],
              ["Attempts", true],
              ["Last error", false],
              ["When", false],
            ])}
            <tbody>
              ${failures.map(failureRow)}
            </tbody>
          </table>
        </div>
        ${failed > failures.length ? html`<p>And ${plural(failed - failures.length, "other")}: <a href="/status.json?plan=${plan}">status.json</a> has them all.</p>` : undefined}`

const navigation = (plans: ReadonlyArray<string>, plan: string): Html | undefined =>
  plans.length < 2
    ? undefined
    : html`<nav aria-label="Plans">
        <ul>
          ${plans.map((one) => (one === plan ? html`<li><a href="/?plan=${one}" aria-current="page">${one}</a></li>` : html`<li><a href="/?plan=${one}">${one}</a></li>`))}
        </ul>
      </nav>`

/** Complete page with its parts. */
const document_ = (title: string, navigation: Html | undefined, main: Html): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/page.css" />
        <script type="module" src="/page.js"></script>
      </head>
      <body>
        <header>
          <a class="brand" href="/">Candela <span>backfill</span></a
          >${navigation}
        </header>
        <main>${main}</main>
      </body>
    </html> `.text

/** Page of a plan. */
export const page = (shown: Shown): string => {
  const { definition, now, plans, status } = shown
  const { detail, jobs, plan, state, tickers } = status
  const { market, multiplier, range, timespan } = definition
  const size = multiplier === 1 ? timespan : `${multiplier} ${timespan}s`
  return document_(
    `${percent(jobs)} · plan ${plan} · Candela backfill`,
    navigation(plans, plan),
    html`<div class="title">
        <h1>Plan <code>${plan}</code></h1>
        <p>${market}, bars of a ${size}, ${range.from} to ${range.to}, ${plural(tickers, "ticker")}</p>
      </div>
      <p id="lost" class="notice error" role="status" hidden>
        The coordinator does not respond. What you see is its last state.
      </p>
      <section>
        <h2>Progress</h2>
        <div data-part="progress">
          <p class="state ${state}"><strong>${words[state]}</strong> ${detail}</p>
          ${bar(jobs)} ${figures(status)} ${legend(jobs)}
        </div>
      </section>
      <section>
        <h2 id="runners">Runners</h2>
        <div data-part="runners">${runners(status, now)}</div>
      </section>
      <section>
        <h2 id="failures">Failures</h2>
        <div data-part="failures">${failures(shown)}</div>
      </section>
      <p class="updated">
        As of <span data-part="time">${time(now)}</span>. The page follows every two seconds. Pause, resume, cancel:
        <code>candela backfill pause --plan ${plan}</code>. <a href="/status.json?plan=${plan}">All of this as JSON</a>.
      </p>
      <noscript><p class="notice">Without JavaScript the page does not follow: reload it.</p></noscript>`,
  )
}

/** Page without content. */
export const message = (title: string, text: string): string =>
  document_(
    `${title} · Candela backfill`,
    undefined,
    html`<div class="title"><h1>${title}</h1></div>
      <p class="notice">${text}</p>`,
  )
