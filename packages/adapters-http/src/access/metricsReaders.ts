import type { Mode } from "@quittance/core"
import { isInBlocks } from "@quittance/core/adapter"
import { type ApiRequest, headerOf } from "../message/ApiMessage.ts"
import { isSameSecret } from "./StringToSign.ts"

const loopback = ["127.0.0.0/8", "::1/128"]

/**
 * Headers that proxies write. A forwarded request comes from elsewhere, even if its proxy runs on this
 * machine.
 */
const isForwardingHeader = (name: string): boolean =>
  name === "forwarded" || name === "via" || name === "x-real-ip" || name.startsWith("x-forwarded-")

const isLocal = (request: ApiRequest): boolean =>
  isInBlocks(request.remoteAddress, loopback) &&
  !Object.keys(request.headers).some((name) => isForwardingHeader(name.toLowerCase()))

const bears = (request: ApiRequest, token: string): boolean =>
  isSameSecret(headerOf(request, "authorization") ?? "", `Bearer ${token}`)

/** Who may read the metrics, and whatever else concerns operators only. */
export interface MetricsReaders {
  readonly mode: Mode
  /** The bearer token of the deployment. If there is one, it is required. */
  readonly metricsToken: string | undefined
  readonly trustedProxies: ReadonlyArray<string>
}

/**
 * Why a request may not read the metrics; undefined if it may. Without a token, in live mode, only this machine may.
 */
export const readerFault = (
  request: ApiRequest,
  { metricsToken, mode, trustedProxies }: MetricsReaders
): string | undefined => {
  if (metricsToken !== undefined)
    return bears(request, metricsToken)
      ? undefined
      : "send the bearer token of this deployment to read its metrics"
  if (mode === "sandbox") return undefined
  // Behind a proxy on this machine every request comes from it.
  if (isLocal(request) && !isInBlocks(request.remoteAddress, trustedProxies)) return undefined
  return "metrics are read on this machine only, unless the deployment sets a bearer token for them (QUITTANCE_METRICS_TOKEN)"
}
