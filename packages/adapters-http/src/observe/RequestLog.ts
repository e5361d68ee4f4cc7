import { WallClock } from "@quittance/core/adapter"
import { Effect } from "effect"
import { clientNetwork, clientSite } from "../access/ClientNetwork.ts"
import type { RequestLogTable } from "./requestLogSettings.ts"

/** What the log says about one request. Nothing in it was written by the client. */
export interface RequestLine {
  readonly method: string
  /** The pattern of the path, with its braces; `-` if nothing is there: an unknown path may contain a link's token. */
  readonly path: string
  /** The status that was answered; null if the request was interrupted before. */
  readonly status: number | null
  readonly millis: number
  readonly partnerId?: string
  readonly keyId?: string
  /** The key that the request named without proving it. */
  readonly claimedKeyId?: string
  readonly requestId: string
  /** The error code. */
  readonly code?: string
  /** The client was gone before the answer. */
  readonly aborted?: boolean
}

const secondMillis = 1_000

type Share = Pick<RequestShare, "takesAnswered" | "takesRefused">

const noShare: Share = { takesAnswered: () => false, takesRefused: () => false }

/**
 * Writes one line for a request at level info, if it has a share (`RequestShare`), and one line a second that counts
 * those that had none.
 */
export const makeRequestLog = Effect.fnUntraced(function* (limits: RequestLogTable | "off") {
  if (limits === "off") return { share: noShare, write: () => Effect.void }
  const wallClock = yield* WallClock
  const share = new RequestShare(limits)
  const writeRest = Effect.suspend(() => {
    const left = share.turn()
    if (left === undefined) return Effect.void
    return Effect.annotateLogs(Effect.logInfo("requests without a line"), { ...left })
  })
  yield* Effect.addFinalizer(() => writeRest)
  yield* wallClock.sleep(secondMillis).pipe(Effect.andThen(writeRest), Effect.forever, Effect.forkScoped)
  const write = (line: RequestLine) => Effect.annotateLogs(Effect.logInfo("request"), { ...line })
  return { share, write }
})

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
