import { Result } from "effect"
import type { Mode } from "../../kernel/setting/Mode.ts"
import { isLoopbackAddress, isPublicAddress } from "./PublicAddress.ts"

export const webhookUrlLengthMax = 2048

/** The usual ports of receivers. Other ports belong to other services, which must not be probed from here. */
const usualPorts: ReadonlyArray<number> = [443, 8443]

/** The URLs a deployment allows; see `webhook` in the settings. */
export interface WebhookUrlRules {
  /** Allows http, this machine and any port, for development. */
  readonly allowPrivate: boolean
  /** Additional allowed ports. */
  readonly ports: ReadonlyArray<number>
}

/** The host as a URL parser returns it, without IPv6 brackets and the final dot of a full name. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "")

const isAddressLiteral = (host: string): boolean => host.includes(":") || /^[\d.]+$/.test(host)

const isLocalName = (host: string): boolean => host === "localhost" || host.endsWith(".localhost")

/** Why a URL must not be called, as far as its text shows: names are checked when they are resolved. */
const faultOf = (text: string, { allowPrivate, ports }: WebhookUrlRules): string | undefined => {
  if (text.length > webhookUrlLengthMax) return `must have at most ${webhookUrlLengthMax} characters`
  const allowed = allowPrivate ? "https:// or http://" : "https://"
  // A URL parser would accept spaces, control characters and missing slashes.
  if (!/^[a-z]+:\/\/[^\s\p{C}\\]+$/iu.test(text) || !URL.canParse(text))
    return `must be an absolute URL that starts with ${allowed}`
  const url = new URL(text)
  if (url.protocol !== "https:" && !(allowPrivate && url.protocol === "http:"))
    return `must start with ${allowed}`
  // Checked on the raw text: after a third slash a parser would take the path for the host, including user
  // names in it.
  const [authority = ""] = text.slice(text.indexOf("://") + 3).split(/[/?#]/)
  if (authority.includes("@")) return "must not carry a user name or password"
  if (authority.includes("%")) return "must write its host without %"
  const host = hostOf(url)
  const port = url.port === "" ? 443 : Number(url.port)
  const allowedPorts = [...new Set([...usualPorts, ...ports])].sort((a, b) => a - b)
  if (authority === "" || host.split(".").includes("")) return "must name a host"
  if (isLocalName(host)) return allowPrivate ? undefined : "must not name this machine"
  if (isAddressLiteral(host) && !isPublicAddress(host) && !(allowPrivate && isLoopbackAddress(host)))
    return "must not be an address that is not public"
  if (allowPrivate || allowedPorts.includes(port)) return undefined
  return `must use one of the ports ${allowedPorts.join(", ")}`
}

/** The URL unchanged, or its fault. */
export const checkWebhookUrl = (text: string, rules: WebhookUrlRules): Result.Result<string, string> => {
  const fault = faultOf(text, rules)
  return fault === undefined ? Result.succeed(text) : Result.fail(fault)
}

/** The variable that allows development URLs in a sandbox. */
const allowingVariable = "QUITTANCE_WEBHOOK_ALLOW_PRIVATE=1"

/** Why a URL is refused, and, in a sandbox that might take it, how it would. */
export const explainUrlFault = (fault: string, text: string, rules: WebhookUrlRules, mode: Mode): string =>
  mode === "sandbox" && !rules.allowPrivate && faultOf(text, { ...rules, allowPrivate: true }) === undefined
    ? `${fault}; a sandbox that is started with ${allowingVariable} takes this URL`
    : fault

/** The normal form of a URL: case of the host, default port, final dot and fragment do not count. */
export const webhookUrlKey = (text: string): string => {
  const url = new URL(text)
  const port = url.port === "" ? "" : `:${url.port}`
  return `${url.protocol}//${url.hostname.replace(/\.$/, "")}${port}${url.pathname}${url.search}`
}

/**
 * A URL for operators' logs: without user, query and fragment, where receivers keep tokens. Only its partner
 * sees all of it.
 */
export const loggedUrl = (text: string): string => {
  const url = URL.parse(text)
  return url === null ? "a URL that cannot be read" : `${url.protocol}//${url.host}${url.pathname}`
}
