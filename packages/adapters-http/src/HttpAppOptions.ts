import { type OptionRule, type OptionRules, option, optionGroup } from "@quittance/core/adapter"
import { type RateLimitTable, rateLimitSettings } from "./access/rateLimitSettings.ts"
import type { MetricsOfProcesses } from "./observe/metricsRoute.ts"
import { type RequestLogTable, requestLogSettings } from "./observe/requestLogSettings.ts"
import type { Explorers } from "./pages/explorer.ts"

export interface HttpAppOptions {
  /** CIDR blocks of proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies?: ReadonlyArray<string>
  readonly rateLimits?: "on" | "off"
  /**
   * Whether only this machine reaches the server. A sandbox that does then tells the string to sign after any number of
   * bad signatures. Default: `elsewhere`.
   */
  readonly listensOn?: "loopback" | "elsewhere"
  /** Replace the default limits. */
  readonly limits?: Partial<RateLimitTable>
  /** Whether the workers should run in this process, for `/readyz`. */
  readonly workers?: "here" | "elsewhere"
  /** Whether the API is described at `/docs` and `/openapi.json`. Default: `on`. */
  readonly docs?: "on" | "off"
  /** Whether the host serves the console of the settings, which the front page then links to. Default: `off`. */
  readonly console?: "on" | "off"
  /** The bearer token required to read `/metrics`. */
  readonly metricsToken?: string
  /** If several processes serve the port: `/metrics` then shows all of them. */
  readonly processes?: MetricsOfProcesses
  /**
   * Websites whose scripts may call the signature operation: origins such as `https://shop.example`, or `*`
   * for every website. Default: none. An invalid origin is a defect.
   */
  readonly signatureOrigins?: ReadonlyArray<string>
  /**
   * Where customers look transactions up, by the network's name: what a link begins with, and the hash goes behind,
   * such as `https://explorer.example.com/tx/`. Default: in live mode the explorers of main chains that are known.
   */
  readonly explorers?: Explorers
  /** Replace the default limits of the log of requests; `off` if the host has one of its own. */
  readonly requestLog?: Partial<RequestLogTable> | "off"
}

const { byName, either, listOf, oneOf, optional, positive, text, url, wholeNumber } = option

type Bucket = RateLimitTable[keyof RateLimitTable]

/** The same rule for each name of a table. */
const eachOf = <Table extends object>(standard: Table, rule: OptionRule): OptionRules<Table> =>
  Object.fromEntries(Object.keys(standard).map((name) => [name, optional(rule)])) as OptionRules<Table>

const bucket = optionGroup<Bucket>({ perSecond: positive, capacity: wholeNumber(1) })

/** What may be given to the application. */
export const httpAppRules: OptionRules<HttpAppOptions> = {
  trustedProxies: optional(listOf(text("10.0.0.0/8"))),
  rateLimits: optional(oneOf("on", "off")),
  listensOn: optional(oneOf("loopback", "elsewhere")),
  limits: optional(optionGroup<RateLimitTable>(eachOf(rateLimitSettings.standard, bucket))),
  workers: optional(oneOf("here", "elsewhere")),
  docs: optional(oneOf("on", "off")),
  console: optional(oneOf("on", "off")),
  metricsToken: optional(text("a long random text")),
  processes: optional(optionGroup<MetricsOfProcesses>({ own: text("web-1"), others: option.effect })),
  signatureOrigins: optional(listOf(text("https://shop.example"))),
  explorers: optional(byName(url("https://explorer.example.com/tx/"))),
  requestLog: optional(
    either(oneOf("off"), optionGroup<RequestLogTable>(eachOf(requestLogSettings.standard, wholeNumber(0))))
  )
}
