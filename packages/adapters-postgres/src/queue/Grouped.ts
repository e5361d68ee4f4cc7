import type { StoreUnavailable } from "@quittance/core"
import { Effect } from "effect"
import { notWritten } from "../connect/failure.ts"

export interface GroupedOptions<Request, A, E> {
  /** How many groups are under way at once. */
  readonly lanes: number
  /** A group takes requests until their weight reaches this. A heavier one goes alone. */
  readonly groupWeightMax: number
  /** How much weight may wait; beyond that, requests fail at once, so that memory stays bounded. */
  readonly waitingWeightMax: number
  readonly weightOf: (request: Request) => number
  /** All requests of a group have this in common. */
  readonly sharedOf: (request: Request) => string | undefined
  /** No two requests of a group have one of these in common. */
  readonly keysOf: (request: Request) => ReadonlyArray<string>
  /** None of these is a key of another request of the group, but another may have it here too. */
  readonly readsOf?: (request: Request) => ReadonlyArray<string>
  /** One answer for each request, in their order. Rejects only for a defect. */
  readonly answer: (requests: ReadonlyArray<Request>) => Promise<ReadonlyArray<Effect.Effect<A, E>>>
}

interface Waiting<Request, A, E> {
  readonly request: Request
  readonly weight: number
  readonly shared: string | undefined
  readonly keys: ReadonlyArray<string>
  readonly reads: ReadonlyArray<string>
  readonly resume: (answer: Effect.Effect<A, E>) => void
  isCancelled: boolean
}

const none: ReadonlyArray<string> = []

/** Requests that arrive in one turn of the event loop, or while groups are under way, share the next group. */
export class Grouped<Request, A, E> {
  readonly #options: GroupedOptions<Request, A, E>
  #waiting: Array<Waiting<Request, A, E>> = []
  #waitingWeight = 0
  #busy = 0
  #isScheduled = false
  #isClosed = false
  #whenIdle: (() => void) | undefined

  constructor(options: GroupedOptions<Request, A, E>) {
    this.#options = options
  }

  /** Interrupting the caller withdraws the request as long as its group has not started. */
  submit(request: Request): Effect.Effect<A, E | StoreUnavailable> {
    return Effect.callback<A, E | StoreUnavailable>((resume) => {
      if (this.#isClosed) return resume(Effect.fail(notWritten("the store is closed")))
      const { keysOf, readsOf, sharedOf, waitingWeightMax, weightOf } = this.#options
      const weight = weightOf(request)
      if (this.#waitingWeight + weight > waitingWeightMax && this.#waiting.length > 0) {
        return resume(Effect.fail(notWritten("too many writes wait for the database")))
      }
      const waiting = {
        request,
        weight,
        shared: sharedOf(request),
        keys: keysOf(request),
        reads: readsOf?.(request) ?? none,
        resume,
        isCancelled: false
      }
      this.#waiting.push(waiting)
      this.#waitingWeight += weight
      this.#schedule()
      return Effect.sync(() => {
        waiting.isCancelled = true
      })
    })
  }

  /** Accepts no more requests; completes when the waiting ones are answered. */
  readonly close: Effect.Effect<void> = Effect.callback<void>((resume) => {
    this.#isClosed = true
    if (this.#waiting.length === 0 && this.#busy === 0) return resume(Effect.void)
    this.#whenIdle = () => resume(Effect.void)
  })

  #schedule(): void {
    if (this.#isScheduled || this.#busy >= this.#options.lanes) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#start()
    })
  }

  #start(): void {
    const group = this.#takeGroup()
    if (group.length > 0) {
      this.#busy += 1
      void this.#answers(group).finally(() => {
        this.#busy -= 1
        this.#goOn()
      })
    }
    this.#goOn()
  }

  #goOn(): void {
    if (this.#waiting.length > 0) this.#schedule()
    else if (this.#busy === 0) this.#whenIdle?.()
  }

  async #answers(group: ReadonlyArray<Waiting<Request, A, E>>): Promise<void> {
    let answers: ReadonlyArray<Effect.Effect<A, E>>
    try {
      answers = await this.#options.answer(group.map(({ request }) => request))
    } catch (error) {
      answers = group.map(() => Effect.die(error))
    }
    for (const [index, { resume }] of group.entries()) {
      resume(answers[index] ?? Effect.die(new Error("a request of a group has no answer")))
    }
  }

  /** What cannot be in one group with an earlier request waits for the next one. */
  #takeGroup(): ReadonlyArray<Waiting<Request, A, E>> {
    const group: Array<Waiting<Request, A, E>> = []
    const left: Array<Waiting<Request, A, E>> = []
    const keys = new Set<string>()
    const reads = new Set<string>()
    let weight = 0
    for (const waiting of this.#waiting) {
      if (waiting.isCancelled) continue
      const [first] = group
      const fits =
        first === undefined ||
        (weight + waiting.weight <= this.#options.groupWeightMax && waiting.shared === first.shared)
      const isFree =
        !waiting.keys.some((key) => keys.has(key) || reads.has(key)) &&
        !waiting.reads.some((key) => keys.has(key))
      if (fits && isFree) {
        group.push(waiting)
        weight += waiting.weight
      } else left.push(waiting)
      // Requests that stay behind keep their place before later ones.
      for (const key of waiting.keys) keys.add(key)
      for (const key of waiting.reads) reads.add(key)
    }
    this.#waiting = left
    this.#waitingWeight = left.reduce((sum, each) => sum + each.weight, 0)
    return group
  }
}
