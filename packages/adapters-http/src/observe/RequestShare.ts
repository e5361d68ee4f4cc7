import { clientNetwork, clientSite } from "../access/ClientNetwork.ts"
import type { RequestLogTable } from "./requestLogSettings.ts"

/** How many networks of one IPv6 site may use their share fully: a /48 has 65 536 of them. */
const networksOfSite = 16
/** How many refused requests are written in a second in all, as a multiple of those of one network. */
const networksMax = 100

/** Requests of one second without a line of their own. */
export interface LeftOut {
  readonly answered: number
  /** By error code. */
  readonly refused: { readonly [code: string]: number }
}

/**
 * Which requests get a line in the log. Up to the limit all answered ones do. After a second with more, each has the
 * same chance, which follows from its id, so that about as many as the limit are written, and never more. Refused
 * requests are limited by client network, by IPv6 site and in all.
 */
export class RequestShare {
  private readonly limits: RequestLogTable
  /** The part of the ids whose requests are written. */
  private part = 1
  private answered = 0
  private answeredWritten = 0
  private refusedWritten = 0
  private readonly ofNetwork = new Map<string, number>()
  private readonly left = new Map<string, number>()

  constructor(limits: RequestLogTable) {
    this.limits = limits
  }

  takesAnswered(requestId: string): boolean {
    this.answered += 1
    if (this.answeredWritten >= this.limits.answeredPerSecond) return false
    if (this.part < 1 && placeOf(requestId) >= this.part) return false
    this.answeredWritten += 1
    return true
  }

  takesRefused(address: string, code: string): boolean {
    if (this.refusedWritten < this.limits.refusedPerSecond * networksMax && this.takesOf(address)) {
      this.refusedWritten += 1
      return true
    }
    this.left.set(code, (this.left.get(code) ?? 0) + 1)
    return false
  }

  private takesOf(address: string): boolean {
    const { refusedPerSecond } = this.limits
    const network = clientNetwork(address)
    const site = clientSite(address)
    const ofNetwork = this.ofNetwork.get(network) ?? 0
    const ofSite = site === undefined ? 0 : (this.ofNetwork.get(site) ?? 0)
    if (ofNetwork >= refusedPerSecond || ofSite >= refusedPerSecond * networksOfSite) return false
    this.ofNetwork.set(network, ofNetwork + 1)
    if (site !== undefined) this.ofNetwork.set(site, ofSite + 1)
    return true
  }

  /** Begins the next second; returns what the last one left out, if anything. */
  turn(): LeftOut | undefined {
    const answered = this.answered - this.answeredWritten
    const refused = Object.fromEntries(this.left)
    this.part = Math.min(1, this.limits.answeredPerSecond / Math.max(1, this.answered))
    const isNothing = answered === 0 && this.left.size === 0
    this.answered = 0
    this.answeredWritten = 0
    this.refusedWritten = 0
    this.ofNetwork.clear()
    this.left.clear()
    return isNothing ? undefined : { answered, refused }
  }
}

const digits = 6

/** From 0 to below 1: the last digits of an id are random. */
const placeOf = (requestId: string): number => Number.parseInt(requestId.slice(-digits), 16) / 16 ** digits
