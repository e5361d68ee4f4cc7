import { isIP, type LookupFunction } from "node:net"
import { isLoopbackAddress, isPublicAddress, WebhookUnanswered } from "@quittance/core"
import { buildConnector } from "undici"
import type { ResolveName } from "./resolveName.ts"

export interface ConnectorOptions {
  /** Lets calls reach this machine, and do without TLS. */
  readonly allowLoopback: boolean
  readonly connectMillisMax: number
  readonly resolve: ResolveName
}

/** How long one of several addresses is tried before the next. */
const addressMillisMax = 1_000

const refuse = (reason: string): WebhookUnanswered => new WebhookUnanswered({ reason })

const notEncrypted = "the URL must start with https://"
// Which address it was is left out: it would tell what the names of our own network resolve to.
const notPublic = "the address is not public: webhooks go to public addresses only"

/**
 * Opens every connection that calls are made on, and only to addresses that were checked. A name is resolved once, what it
 * resolves to is checked, and what passed is what is connected to: there is no second resolution that could answer otherwise.
 * A connection that is used again still leads where it was checked to lead. Certificates are verified against the name.
 */
export const guardedConnector = (options: ConnectorOptions): buildConnector.connector => {
  const { allowLoopback, connectMillisMax, resolve } = options

  const isAllowed = (address: string): boolean =>
    isPublicAddress(address) || (allowLoopback && isLoopbackAddress(address))

  const lookup: LookupFunction = (name, { all }, callback) => {
    const found = (addresses: ReadonlyArray<string>): void => {
      const allowed = addresses.filter(isAllowed).map((address) => ({ address, family: isIP(address) }))
      const [first] = allowed
      if (first === undefined) callback(refuse(addresses.length === 0 ? unresolved(name) : notPublic), [])
      else if (all === true) callback(null, allowed)
      else callback(null, first.address, first.family)
    }
    resolve(name).then(found, () => found([]))
  }

  const connect = buildConnector({
    lookup,
    timeout: connectMillisMax,
    // A call that is given up takes its connection with it, which in HTTP/2 others would share.
    allowH2: false,
    // Said outright, because an environment variable can turn it off.
    rejectUnauthorized: true,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: addressMillisMax
  })

  return (target, callback) => {
    const fault =
      target.protocol !== "https:" && !allowLoopback
        ? notEncrypted
        : // An address is connected to without a lookup.
          isIP(target.hostname) !== 0 && !isAllowed(target.hostname)
          ? notPublic
          : undefined
    if (fault === undefined) connect(target, callback)
    else queueMicrotask(() => callback(refuse(fault), null))
  }
}

const unresolved = (name: string): string => `the name ${name} does not resolve`
