import { soundStore, type StoreCondition, StoreUnavailable } from "@quittance/core"
import { isFull, isLost, reasonOf } from "./failure.ts"

/** How long after an error for lack of space the server counts as full, if nothing was written since. */
const fullMillis = 10_000

/** The condition of the server, judged by its answers. It is sound again after the next answer, or the next write. */
export class ServerHealth {
  #away: string | undefined
  #full: { readonly reason: string; since: number | undefined } | undefined

  answered(): void {
    this.#away = undefined
  }

  written(): void {
    this.#away = undefined
    this.#full = undefined
  }

  /** No connection is available. */
  refused(error: unknown): void {
    this.#away = awayBy(error)
  }

  failed(error: unknown): void {
    if (isLost(error)) this.#away = awayBy(error)
    else this.#away = undefined
    if (isFull(error)) this.#full = { reason: reasonOf(error), since: undefined }
  }

  /** As of an instant. The time of a full server runs from the first check, so that only checks need a clock. */
  condition(now: number): StoreCondition {
    if (this.#away !== undefined) return { _tag: "away", reason: this.#away }
    if (this.#full === undefined) return soundStore
    this.#full.since ??= now
    if (Math.abs(now - this.#full.since) < fullMillis)
      return { _tag: "full", reason: `the database server has no space (${this.#full.reason})` }
    this.#full = undefined
    return soundStore
  }
}

/** A server that answers may be the wrong one; this was found when the connection was made. */
const awayBy = (error: unknown): string =>
  error instanceof StoreUnavailable ? error.reason : `the database does not answer (${reasonOf(error)})`
