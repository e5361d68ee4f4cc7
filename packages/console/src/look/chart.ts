import { type Html, html } from "@quittance/adapters-http/pages"

/** One kind of bars: the first is filled, the second an outline, so that no colour tells them apart. */
interface Series {
  readonly name: string
  readonly values: ReadonlyArray<number>
}

interface Chart {
  readonly title: string
  /** What its bars say together, in a sentence. */
  readonly description: string
  /** What each place is called. */
  readonly labels: ReadonlyArray<string>
  readonly series: ReadonlyArray<Series>
  /** How a value is told. */
  readonly told: (value: number) => string
}

const height = 100
const looks = [
  html` fill="var(--accent)"`,
  html` fill="none" stroke="var(--edge)" stroke-width="2" vector-effect="non-scaling-stroke"`
]

/**
 * Bars, drawn beside the table that has the same figures: a chart is never the only place of one. It says in words
 * where its scale ends, because letters in a drawing shrink with it.
 */
export const chart = ({ description, labels, series, title, told }: Chart): Html => {
  const most = Math.max(0, ...series.flatMap(({ values }) => values))
  const width = 10
  const bar = ({ name, values }: Series, of: number, index: number): Html => {
    const value = values[index] ?? 0
    const size = most === 0 ? 0 : (value / most) * height
    const room = (width * 0.8) / series.length
    const x = (index * width + width * 0.1 + of * room).toFixed(2)
    return html`<rect x="${x}" y="${(height - size).toFixed(2)}" width="${(room * 0.9).toFixed(2)}" height="${size.toFixed(2)}"${looks[of] ?? null}><title>${labels[index] ?? ""}: ${told(value)} (${name})</title></rect>`
  }
  const id = title.toLowerCase().replaceAll(/[^a-z]+/g, "-")
  const marks = ["\u25a0", "\u25a1"]
  const key = series.length < 2 ? "" : series.map(({ name }, of) => `${marks[of] ?? ""} ${name}`).join(" ")
  const ends = `${labels[0] ?? ""} – ${labels.at(-1) ?? ""}; 0 – ${told(most)}`
  return html`<figure class="card"><figcaption><strong>${title}</strong> <span class="quiet">${key} ${ends}</span></figcaption>
<svg role="img" aria-labelledby="${id}-title ${id}-desc" viewBox="0 -2 ${labels.length * width} ${height + 4}" preserveAspectRatio="none" width="100%" height="140">
<title id="${id}-title">${title}</title><desc id="${id}-desc">${description}</desc>
${series.flatMap((each, of) => labels.map((_, index) => bar(each, of, index)))}<line x1="0" y1="${height}" x2="${labels.length * width}" y2="${height}" stroke="var(--edge)" stroke-width="2" vector-effect="non-scaling-stroke"/></svg></figure>`
}
