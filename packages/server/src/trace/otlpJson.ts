import type { EndedSpan } from "./SpanTracer.ts"

/** Attributes of what sends the spans, such as `service.name`. */
export type Resource = Readonly<Record<string, string>>

/** The numbers of OTLP. */
const kinds = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 } as const
const statusError = 2

const valueOf = (value: unknown) =>
  typeof value === "number" && Number.isInteger(value)
    ? { intValue: String(value) }
    : { stringValue: String(value) }

const attributesOf = (entries: Iterable<readonly [string, unknown]>) =>
  [...entries].map(([key, value]) => ({ key, value: valueOf(value) }))

/** One request of OTLP/HTTP with JSON: `ExportTraceServiceRequest` of opentelemetry-proto 1. */
export const otlpJson = (resource: Resource, spans: ReadonlyArray<EndedSpan>): string =>
  JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: attributesOf(Object.entries(resource)) },
        scopeSpans: [{ scope: { name: "quittance" }, spans: spans.map(spanOf) }]
      }
    ]
  })

const spanOf = (span: EndedSpan) => ({
  traceId: span.traceId,
  spanId: span.spanId,
  parentSpanId: span.parentSpanId,
  name: span.name,
  kind: kinds[span.kind],
  startTimeUnixNano: String(span.startedAt),
  endTimeUnixNano: String(span.endedAt),
  attributes: attributesOf(span.attributes),
  ...(span.links.length === 0 ? {} : { links: span.links }),
  status: span.failed ? { code: statusError } : {}
})
