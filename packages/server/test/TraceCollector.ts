import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { afterwards } from "@quittance/testing"

interface Attribute {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly intValue?: string }
}

/** A span as a collector gets it. */
export interface CollectedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: ReadonlyArray<Attribute>
  readonly links?: ReadonlyArray<{ readonly traceId: string; readonly spanId: string }>
  readonly status: { readonly code?: number }
}

export const attributesOf = ({ attributes }: CollectedSpan): Readonly<Record<string, string>> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? ""]))

/** Listens on this machine, until the test ends. */
export const listeningCollector = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener)
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  afterwards(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, "close")
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`
}

/** A collector that keeps what it gets. */
export const traceCollector = async () => {
  const spans: Array<CollectedSpan> = []
  const bodies: Array<string> = []
  const headers: Array<NodeJS.Dict<string | Array<string>>> = []
  let look: () => void = () => undefined
  const url = await listeningCollector((request, response) => {
    let body = ""
    request.on("data", (chunk) => (body += chunk))
    request.on("end", () => {
      headers.push(request.headers)
      bodies.push(body)
      for (const { scopeSpans } of JSON.parse(body).resourceSpans)
        for (const scope of scopeSpans) spans.push(...scope.spans)
      response.end("{}")
      look()
    })
  })
  /** Completes when a span for which this holds has come. */
  const has = async (holds: (span: CollectedSpan) => boolean): Promise<CollectedSpan> => {
    while (true) {
      const found = spans.find(holds)
      if (found !== undefined) return found
      await new Promise<void>((resolve) => {
        look = resolve
      })
    }
  }
  return { url, spans, bodies, headers, has }
}
