/**
 * Small charts as SVG, for the programs of the gallery: a card with a title, a plot, and the words
 * "synthetic data". The same data give the same bytes.
 */
import { Console, Effect } from "effect"
import { writeFileSync } from "node:fs"

/** Colours that can be told apart with any eyes, dark enough on white. */
export const colours = ["#1b5e9e", "#b3541e", "#2e7d4f", "#7a4e9c", "#a3324a"] as const
export const rise = "#2e7d4f"
export const fall = "#b0303f"
const grey = "#5c6670"
const grid = "#e3e7eb"

const [width, height] = [720, 380]
/** The plot within the card. */
export const plot = { left: 64, right: width - 24, top: 64, bottom: height - 56 } as const

const fixed = (value: number) => String(Math.round(value * 10) / 10)
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

/** Maps values from one span to another. */
export const scale =
  (from: readonly [number, number], to: readonly [number, number]) =>
  (value: number): number =>
    to[0] + ((value - from[0]) / (from[1] - from[0] || 1)) * (to[1] - to[0])

/** The least and the greatest of some values, with a margin of a share of their distance. */
export const spanOf = (values: ReadonlyArray<number>, margin = 0.05): readonly [number, number] => {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const more = (high - low || 1) * margin
  return [low - more, high + more]
}

/** Round numbers within a span. */
export const ticks = ([low, high]: readonly [number, number], most = 6): ReadonlyArray<number> => {
  const rough = (high - low) / most
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((digit) => digit * power).find((step) => step >= rough)!
  const first = Math.ceil(low / step)
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  )
}

/** A text; `anchor` says which part of it stands at the place. */
export const label = (
  x: number,
  y: number,
  text: string,
  {
    anchor = "start",
    fill = grey,
    size = 12,
    weight = 400,
  }: {
    readonly anchor?: "start" | "middle" | "end"
    readonly fill?: string
    readonly size?: number
    readonly weight?: number
  } = {},
): string =>
  `<text x="${fixed(x)}" y="${fixed(y)}" text-anchor="${anchor}" fill="${fill}" font-size="${size}"${weight === 400 ? "" : ` font-weight="${weight}"`}>${escaped(text)}</text>`

/** A rectangle between two corners; `title` is shown where a pointer rests on it. */
export const box = (x1: number, y1: number, x2: number, y2: number, fill: string, title?: string): string => {
  const [x, y, w, h] = [Math.min(x1, x2), Math.min(y1, y2), Math.abs(x2 - x1), Math.max(0.5, Math.abs(y2 - y1))]
  const size = `x="${fixed(x)}" y="${fixed(y)}" width="${fixed(w)}" height="${fixed(h)}" fill="${fill}"`
  return title === undefined ? `<rect ${size}/>` : `<rect ${size}><title>${escaped(title)}</title></rect>`
}

/** A line through points. */
export const line = (points: ReadonlyArray<readonly [x: number, y: number]>, stroke: string, wide = 2): string =>
  `<polyline fill="none" stroke="${stroke}" stroke-width="${wide}" stroke-linejoin="round" points="${points.map(([x, y]) => `${fixed(x)},${fixed(y)}`).join(" ")}"/>`

/** The values of the vertical axis with their lines. */
export const axis = (span: readonly [number, number], format: (value: number) => string): string => {
  const y = scale(span, [plot.bottom, plot.top])
  return ticks(span)
    .map(
      (tick) =>
        line(
          [
            [plot.left, y(tick)],
            [plot.right, y(tick)],
          ],
          grid,
          1,
        ) + label(plot.left - 8, y(tick) + 4, format(tick), { anchor: "end" }),
    )
    .join("\n")
}

/** Words under the plot, at some of the positions: at most so many, evenly. */
export const below = (places: ReadonlyArray<readonly [x: number, text: string]>, most = 8): string => {
  const stride = Math.max(1, Math.ceil(places.length / most))
  return places
    .filter((_, index) => index % stride === 0)
    .map(([x, text]) => label(x, plot.bottom + 20, text, { anchor: "middle" }))
    .join("\n")
}

/** Names of colours, above the plot. */
export const legend = (names: ReadonlyArray<readonly [name: string, colour: string]>): string => {
  let x: number = plot.left
  return names
    .map(([name, colour]) => {
      const at = x
      x += 28 + name.length * 7
      return box(at, plot.top - 18, at + 12, plot.top - 8, colour) + label(at + 18, plot.top - 9, name)
    })
    .join("\n")
}

/** A card with a title. `about` says in a sentence what the picture shows, for those who cannot see it. */
export const card = (title: string, about: string, ...parts: ReadonlyArray<string>): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title about" font-family="system-ui, sans-serif">
<title id="title">${escaped(title)}</title>
<desc id="about">${escaped(about)} All data are synthetic.</desc>
<rect width="${width}" height="${height}" rx="8" fill="#ffffff"/>
${label(24, 32, title, { fill: "#1c2126", size: 17, weight: 600 })}
${parts.join("\n")}
${label(width - 24, height - 14, "synthetic data", { anchor: "end", size: 11 })}
</svg>
`

/** Saves a picture in the working directory. */
export const save = (name: string, svg: string): Effect.Effect<void> =>
  Effect.zipRight(
    Effect.sync(() => writeFileSync(`${name}.svg`, svg)),
    Console.log(`${name}.svg shows it`),
  )
