import { Effect, Metric } from "effect"

const typeOf = ({ type }: Metric.Metric.Snapshot): string => {
  switch (type) {
    case "Counter":
    case "Frequency":
      return "counter"
    case "Gauge":
      return "gauge"
    case "Histogram":
      return "histogram"
    case "Summary":
      return "summary"
  }
}

const escaped = (text: string): string => text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")

const named = (name: string): string => name.replace(/[^a-zA-Z0-9_:]/g, "_").replace(/^(?=[0-9])/, "_")

const number = (value: number | bigint): string =>
  value === Number.POSITIVE_INFINITY ? "+Inf" : value === Number.NEGATIVE_INFINITY ? "-Inf" : String(value)

/** One line. Effect keeps units as attributes, which are no labels. */
const sample = (
  { attributes, id }: Metric.Metric.Snapshot,
  value: number | bigint,
  { label, suffix = "" }: { readonly suffix?: string; readonly label?: readonly [string, string] } = {}
): string => {
  const labels = Object.entries(attributes ?? {})
    .filter(([key]) => key !== "unit" && key !== "time_unit")
    .concat(label === undefined ? [] : [[...label]])
    .map(([key, text]) => `${named(key)}="${escaped(text).replaceAll('"', '\\"')}"`)
  return `${named(id)}${suffix}${labels.length === 0 ? "" : `{${labels.join(",")}}`} ${number(value)}`
}

const totals = (metric: Metric.Metric.Snapshot, sum: number, count: number): ReadonlyArray<string> => [
  sample(metric, sum, { suffix: "_sum" }),
  sample(metric, count, { suffix: "_count" })
]

const samplesOf = (metric: Metric.Metric.Snapshot): ReadonlyArray<string> => {
  switch (metric.type) {
    case "Counter":
      return [sample(metric, metric.state.count)]
    case "Gauge":
      return [sample(metric, metric.state.value)]
    case "Frequency":
      return Array.from(metric.state.occurrences, ([key, count]) =>
        sample(metric, count, { label: ["key", key] })
      )
    case "Histogram": {
      const { buckets, count, sum } = metric.state
      const finite = buckets.filter(([boundary]) => Number.isFinite(boundary))
      return [
        ...[...finite, [Number.POSITIVE_INFINITY, count] as const].map(([boundary, upTo]) =>
          sample(metric, upTo, { suffix: "_bucket", label: ["le", number(boundary)] })
        ),
        ...totals(metric, sum, count)
      ]
    }
    case "Summary": {
      const { count, quantiles, sum } = metric.state
      return [
        ...quantiles.flatMap(([quantile, value]) =>
          value === undefined ? [] : [sample(metric, value, { label: ["quantile", String(quantile)] })]
        ),
        ...totals(metric, sum, count)
      ]
    }
  }
}

/**
 * Every metric that this process keeps with `Metric`, in the text format of Prometheus. The one that `effect` has is no
 * stable part of it, and what embeds Quittance chooses the version.
 */
export const coreMetrics: Effect.Effect<string> = Effect.map(Metric.snapshot, (all) => {
  const families = Map.groupBy(all, ({ id }) => named(id))
  const lines = Array.from(families, ([name, metrics]) =>
    metrics.flatMap((metric, index) => [
      ...(index === 0 && metric.description ? [`# HELP ${name} ${escaped(metric.description)}`] : []),
      ...(index === 0 ? [`# TYPE ${name} ${typeOf(metric)}`] : []),
      ...samplesOf(metric)
    ])
  )
  return lines
    .flat()
    .map((line) => `${line}\n`)
    .join("")
})
