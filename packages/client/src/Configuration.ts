import type { Bind, ClientOptions, GroupOptions, KeyPair } from "./ClientOptions.ts"
import { type KeyMode, modeOfPair } from "./keyFaults.ts"
import type { Group } from "./Operation.ts"
import { type Platform, webPlatform } from "./Platform.ts"
import { UsageError } from "./QuittanceError.ts"

/** How calls of a group are made. */
export interface GroupConfiguration extends KeyPair {
  /** Without a slash at the end. */
  readonly baseUrl: string
}

/** Options that were checked. */
export interface Configuration {
  readonly groups: { readonly [G in Group]: GroupConfiguration }
  readonly mode: KeyMode | undefined
  readonly bind: Bind | undefined
  readonly timeoutMillis: number
  readonly retryMax: number
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly platform: Platform
}

const refuse = (message: string): never => {
  throw new UsageError("invalid_option", message)
}

/** Thrown if an object has a field that nobody reads: it may be misspelt. */
export const refuseUnknown = (place: string, given: object, known: ReadonlyArray<string>): void => {
  for (const name of Object.keys(given))
    if (!known.includes(name)) refuse(`${place} has no option ${name}: it has ${known.join(", ")}.`)
}

export const wholeNumber = (name: string, value: unknown, minimum: number, otherwise: number): number => {
  if (value === undefined) return otherwise
  return typeof value === "number" && Number.isInteger(value) && value >= minimum && value < 2 ** 31
    ? value
    : refuse(`${name} is ${String(value)}: it must be a whole number from ${minimum}.`)
}

const shown = (value: unknown): string => (value === null ? "null" : typeof value)

const refuseUnlessObject = (name: string, value: unknown): void => {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    refuse(`${name} is ${Array.isArray(value) ? "a list" : shown(value)}: it must be an object of options.`)
}

const baseUrlOf = (name: string, value: unknown): string => {
  const right = "it must be an absolute URL such as https://pay.example, without a query"
  if (typeof value !== "string" || !URL.canParse(value))
    return refuse(`${name} is ${typeof value === "string" ? `"${value}"` : typeof value}: ${right}.`)
  const { hash, origin, password, pathname, protocol, search } = new URL(value)
  return /^https?:$/.test(protocol) && `${hash}${search}${password}` === ""
    ? `${origin}${pathname.replace(/\/+$/, "")}`
    : refuse(`${name} is not where a server is: ${right}.`)
}

const groupNames = ["crypto", "fiat", "transit", "signature", "sandbox"] as const
const known = [
  "baseUrl",
  "publicKey",
  "secret",
  ...groupNames,
  "bind",
  "timeoutMillis",
  "retryMax",
  "fetch",
  "platform"
]
const binds = ["idempotency", "none", "query"]

/** Options without types may be anything. */
export const configurationOf = (options: ClientOptions): Configuration => {
  if (typeof options !== "object" || options === null)
    return refuse("createClient takes an object with baseUrl and keys.")
  refuseUnknown("createClient", options, known)
  const { bind, platform = {} } = options
  if (bind !== undefined && !binds.includes(bind))
    return refuse(`bind is "${String(bind)}": it must be one of ${binds.join(", ")}.`)
  if (options.fetch !== undefined && typeof options.fetch !== "function")
    return refuse(`fetch is ${typeof options.fetch}: it must be a function as the platform's.`)
  refuseUnlessObject("platform", platform)
  refuseUnknown("platform", platform, Object.keys(webPlatform))
  for (const [name, value] of Object.entries(platform))
    if (typeof value !== "function")
      return refuse(`platform.${name} is ${shown(value)}: it must be a function.`)
  const baseUrl = baseUrlOf("baseUrl", options.baseUrl)
  const mode = modeOfPair("", options)
  if (mode === "live")
    throw new UsageError(
      "invalid_key",
      "A live key belongs to one group: give it as crypto, fiat or transit, so that the secret that signs is never sent."
    )
  const groupOf = (name: Group): GroupConfiguration => {
    if (options[name] !== undefined) refuseUnlessObject(name, options[name])
    const own: GroupOptions = options[name] ?? (name === "sandbox" ? (options.fiat ?? {}) : {})
    refuseUnknown(name, own, name === "signature" ? ["baseUrl"] : ["baseUrl", "publicKey", "secret"])
    const hasOwn = own.publicKey !== undefined || own.secret !== undefined
    const { publicKey, secret } = hasOwn ? own : options
    return {
      baseUrl: own.baseUrl === undefined ? baseUrl : baseUrlOf(`${name}.baseUrl`, own.baseUrl),
      ...(publicKey === undefined ? {} : { publicKey }),
      ...(secret === undefined ? {} : { secret })
    }
  }
  const groups = {
    crypto: groupOf("crypto"),
    fiat: groupOf("fiat"),
    transit: groupOf("transit"),
    signature: { baseUrl: groupOf("signature").baseUrl },
    sandbox: groupOf("sandbox")
  }
  return {
    groups,
    mode: modeOfAll(groups),
    bind,
    timeoutMillis: wholeNumber("timeoutMillis", options.timeoutMillis, 1, 30_000),
    retryMax: wholeNumber("retryMax", options.retryMax, 0, 3),
    // Looked up at each call, so that what replaces it later is used.
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    platform: { ...webPlatform, ...platform }
  }
}

const isBrowser = (): boolean => "document" in globalThis && "window" in globalThis

const modeOfAll = (groups: Configuration["groups"]): KeyMode | undefined => {
  const modes = new Set(
    groupNames.flatMap((name) => {
      const mode = modeOfPair(`${name}.`, groups[name])
      return mode === undefined ? [] : [mode]
    })
  )
  const refuseKey = (message: string): never => {
    throw new UsageError("invalid_key", message)
  }
  if (modes.size > 1)
    return refuseKey(
      "Some keys are live and others of a sandbox: a client speaks to one server, which takes one kind."
    )
  const { crypto, fiat, transit } = groups
  if (
    modes.has("live") &&
    crypto.secret !== undefined &&
    [fiat, transit].some((other) => other.secret === crypto.secret)
  )
    return refuseKey(
      "The secret of crypto is also that of another group, which would send it: give each group a key of its own."
    )
  if (modes.has("live") && isBrowser())
    return refuseKey(
      "A live secret must not be in a browser, where everybody can read it: call from your server."
    )
  return [...modes][0]
}
