import { isIP, type LookupFunction } from "node:net"
import {
  isLoopbackAddress,
  isPublicAddress,
  WebhookHeldBack,
  WebhookUnanswered
} from "@quittance/core/adapter"
import { buildConnector } from "undici"
import { AddressPlaces } from "./AddressPlaces.ts"
import { afterMillis } from "./Deadline.ts"
import { passOverProvisionals } from "./passOverProvisionals.ts"
import type { ResolveName } from "./resolveName.ts"
import { noConnection, unreachable } from "./unanswered.ts"

export interface ConnectorOptions {
  /** Allows calls to this machine, also without TLS. */
  readonly allowLoopback: boolean
  readonly connectMillisMax: number
  /** Connections to one address at once. */
  readonly addressCallsMax: number
  readonly resolve: ResolveName
}

/** How long each of several addresses is tried. */
const addressMillisMax = 1_000

const notEncrypted = "the URL must start with https://"
// The address is omitted: it would reveal what the names of our own network resolve to.
const notPublic = "the address is not public: webhooks go to public addresses only"

/**
 * Opens the connections of all calls, only to checked addresses. A name is resolved once, the results are
 * checked, and exactly those that passed are connected to: there is no second resolution that could differ. A
 * reused connection still leads to the checked address. Certificates are verified against the name.
 *
 * A name without addresses and one with only private addresses fail alike and at the same point: after name
 * resolution.
 */
export const guardedConnector = (options: ConnectorOptions): buildConnector.connector => {
  const { addressCallsMax, allowLoopback, connectMillisMax, resolve } = options
  const places = new AddressPlaces(addressCallsMax)

  const isAllowed = (address: string): boolean =>
    isPublicAddress(address) || (allowLoopback && isLoopbackAddress(address))

  /**
   * The allowed addresses of the connection being started; starting and looking up happen in one synchronous
   * step.
   */
  let candidates: ReadonlyArray<string> = []

  const lookup: LookupFunction = (_, { all }, callback) => {
    const found = candidates.map((address) => ({ address, family: isIP(address) }))
    const [first] = found
    if (first === undefined) callback(unreachable(notPublic), [])
    else if (all === true) callback(null, found)
    else callback(null, first.address, first.family)
  }

  const connect = buildConnector({
    lookup,
    timeout: connectMillisMax,
    // Giving up a call closes its connection, which in HTTP/2 others would share.
    allowH2: false,
    // Set explicitly, because an environment variable can turn it off.
    rejectUnauthorized: true,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: addressMillisMax
  })

  /** Every address that may be tried counts from here on; when one is connected, the others no longer count. */
  const connectTo = (
    addresses: ReadonlyArray<string>,
    target: buildConnector.Options,
    callback: buildConnector.Callback
  ): void => {
    const free = addresses.filter((address) => places.hasRoom(address))
    if (free.length === 0) {
      callback(new WebhookHeldBack(), null)
      return
    }
    for (const address of free) places.take(address)
    candidates = free
    connect(target, (...[failure, socket]) => {
      const connected = socket?.remoteAddress
      const kept = free.find((address) => address === connected)
      for (const address of free) if (address !== kept) places.give(address)
      if (kept !== undefined) {
        if (socket?.destroyed === true) places.give(kept)
        else socket?.once("close", () => places.give(kept))
      }
      if (failure === null) {
        passOverProvisionals(socket)
        callback(null, socket)
      } else callback(failure, null)
    })
    candidates = []
  }

  /** The addresses of a name that may be called. */
  const resolved = async (name: string): Promise<ReadonlyArray<string> | WebhookUnanswered> => {
    const addresses = await withinMillis(connectMillisMax, resolve(name)).catch(() => [])
    if (addresses === undefined) return unreachable(noConnection(connectMillisMax))
    const allowed = addresses.filter(isAllowed)
    if (allowed.length > 0) return allowed
    return unreachable(addresses.length === 0 ? `the name ${name} does not resolve` : notPublic)
  }

  return (target, callback) => {
    const { hostname, protocol } = target
    if (protocol !== "https:" && !allowLoopback)
      queueMicrotask(() => callback(new WebhookUnanswered({ reason: notEncrypted }), null))
    else if (isIP(hostname) === 0)
      resolved(hostname).then((found) => {
        if (found instanceof WebhookUnanswered) callback(found, null)
        else connectTo(found, target, callback)
      })
    // An address needs no lookup.
    else if (isAllowed(hostname)) connectTo([hostname], target, callback)
    else queueMicrotask(() => callback(unreachable(notPublic), null))
  }
}

/** Undefined if the work does not finish in time. */
const withinMillis = <A>(millis: number, work: Promise<A>): Promise<A | undefined> => {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const timer = afterMillis(millis, () => resolve(undefined))
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
