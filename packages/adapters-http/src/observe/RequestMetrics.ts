/** Upper bounds of the duration buckets, in seconds. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Series {
  readonly labels: string
  readonly buckets: Array<number>
  count: number
  seconds: number
}

const family = (name: string, type: "counter" | "histogram", help: string): string =>
  `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`

/**
 * Counts requests and their durations, by operation and status. Paths are templates and statuses are ours, so
 * the number of series is bounded whatever clients send.
 */
export class RequestMetrics {
  /** By route, method and status; nested, because building a key costs more than three lookups. */
  private readonly series = new Map<string, Map<string, Map<number, Series>>>()

  record(method: string, route: string, status: number, seconds: number): void {
    const found = this.series.get(route)?.get(method)?.get(status) ?? this.add(method, route, status)
    found.count += 1
    found.seconds += seconds
    const bucket = bounds.findIndex((bound) => seconds <= bound)
    if (bucket !== -1) found.buckets[bucket] = (found.buckets[bucket] ?? 0) + 1
  }

  private add(method: string, route: string, status: number): Series {
    const labels = `method="${method}",route="${route}",status="${status}"`
    const added = { labels, buckets: bounds.map(() => 0), count: 0, seconds: 0 }
    const byMethod = this.series.get(route) ?? new Map<string, Map<number, Series>>()
    const byStatus = byMethod.get(method) ?? new Map<number, Series>()
    this.series.set(route, byMethod.set(method, byStatus.set(status, added)))
    return added
  }

  /** In the Prometheus text format, 0.0.4. */
  format(): string {
    const all = [...this.series.values()].flatMap((byMethod) =>
      [...byMethod.values()].flatMap((byStatus) => [...byStatus.values()])
    )
    const counts = all.map(({ count, labels }) => `quittance_http_requests_total{${labels}} ${count}\n`)
    const durations = all.map(({ buckets, count, labels, seconds }) => {
      const name = "quittance_http_request_duration_seconds"
      let cumulative = 0
      const lines = buckets.map((bucket, index) => {
        cumulative += bucket
        return `${name}_bucket{${labels},le="${bounds[index]}"} ${cumulative}\n`
      })
      return `${lines.join("")}${name}_bucket{${labels},le="+Inf"} ${count}\n${name}_sum{${labels}} ${seconds}\n${name}_count{${labels}} ${count}\n`
    })
    return (
      family("quittance_http_requests_total", "counter", "Requests answered.") +
      counts.join("") +
      family("quittance_http_request_duration_seconds", "histogram", "Time from the headers to the answer.") +
      durations.join("")
    )
  }
}
