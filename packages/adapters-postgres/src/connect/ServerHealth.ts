import { StoreUnavailable } from "@quittance/core"
import { type StoreCondition, soundStore } from "@quittance/core/adapter"
import { isCrowded, isFull, isLost, notWritten, OtherVersion, reasonOf } from "./failure.ts"

/** How long after an error for lack of space the server counts as full, if nothing was written since. */
const fullMillis = 10_000

/** How long there must be no fault before the log is told that it is over: some requests may succeed all the while. */
const calmMillis = 10_000

/** Something that is wrong with the server: its kind, and one clause that says it. */
interface Fault {
  readonly kind: string
  readonly reason: string
}

/** What the log is told when the condition changed. */
export interface HealthNews {
  readonly isGood: boolean
  readonly message: string
}

/** The condition of the server, by what it answers. It is sound again with the next answer, or with the next write. */
export class ServerHealth {
  #away: Fault | undefined
  #full: (Fault & { since: number | undefined }) | undefined
  /** The last fault, and when it was first looked at. */
  #latest: (Fault & { seenAt: number | undefined }) | undefined
  #reported: string | undefined
  /** The store is of another version, for good. */
  #upgraded: string | undefined

  answered(): void {
    this.#away = undefined
  }

  written(): void {
    this.#away = undefined
    this.#full = undefined
  }

  /** No connection is available. */
  refused(error: unknown): void {
    this.#away = this.#noted(awayBy(error))
  }

  failed(error: unknown): void {
    if (error instanceof OtherVersion) this.#upgraded = error.message
    this.#away = isLost(error) ? this.#noted(awayBy(error)) : undefined
    if (!isFull(error)) return
    const fault = { kind: "full", reason: `the database server has no space (${reasonOf(error)})` }
    this.#full = { ...this.#noted(fault), since: undefined }
  }

  /** Why nothing is written any more by this process. */
  get refusal(): StoreUnavailable | undefined {
    return this.#upgraded === undefined ? undefined : notWritten(this.#upgraded)
  }

  /** As of an instant. The time of a full server runs from the first check, so that only checks need a clock. */
  condition(now: number): StoreCondition {
    if (this.#upgraded !== undefined) return { _tag: "upgraded", reason: this.#upgraded }
    if (this.#away !== undefined) return { _tag: "away", reason: this.#away.reason }
    if (this.#full === undefined) return soundStore
    this.#full.since ??= now
    if (Math.abs(now - this.#full.since) < fullMillis) return { _tag: "full", reason: this.#full.reason }
    return soundStore
  }

  /** What changed since this was last asked. A fault of the same kind with another detail is no news. */
  news(now: number): HealthNews | undefined {
    if (this.#upgraded !== undefined) {
      if (this.#reported === this.#upgraded) return undefined
      this.#reported = this.#upgraded
      return {
        isGood: false,
        message: `This process no longer writes to the database: ${this.#upgraded}. Restart it with the version of the program that brought the store there.`
      }
    }
    if (this.#latest !== undefined) {
      this.#latest.seenAt ??= now
      const isCalm = this.#away === undefined && this.#full === undefined
      if (isCalm && Math.abs(now - this.#latest.seenAt) >= calmMillis) this.#latest = undefined
    }
    const fault = this.#latest
    if (fault?.kind === this.#reported) return undefined
    this.#reported = fault?.kind
    if (fault === undefined)
      return { isGood: true, message: "The database answers and accepts writes: everything goes on." }
    return {
      isGood: false,
      message: `Requests are answered 503 and background work waits, because ${fault.reason}. Everything goes on by itself when that is over.`
    }
  }

  #noted(fault: Fault): Fault {
    this.#latest = { ...fault, seenAt: undefined }
    return fault
  }
}

/** A server that answers may be the wrong one, which was found out when it was connected to. */
const awayBy = (error: unknown): Fault => {
  if (error instanceof StoreUnavailable) return { kind: error.reason, reason: error.reason }
  const detail = reasonOf(error)
  return isCrowded(error)
    ? { kind: "crowded", reason: `the database server has no connection left for this process (${detail})` }
    : { kind: "silent", reason: `the database does not answer (${detail})` }
}
