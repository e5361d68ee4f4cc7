import type { Partner } from "./Partner.ts"

export type Kind = "payout" | "cryptoInvoice" | "invoice" | "batch" | "wallet"

/** Something that a client wants made, under one key however often it is asked for. */
export interface Wanted {
  readonly kind: Kind
  readonly partner: Partner
  readonly key: string
  readonly body: string
  readonly amountMinor: bigint
  /** Where a payout goes; no other payout goes there. */
  readonly target: string
  readonly network: string
  /** `open` until somebody was told that it is there; `refused` when nobody will ask again. */
  standing: "open" | "acknowledged" | "refused"
  /** How often it was asked for. */
  askedCount: number
  /** Whether a request for it is on its way. */
  isUnderWay: boolean
  /** The id in the store that now is. */
  id: string
  acknowledgedAt: number
  /** How often it was there and a store came back without it. */
  lostCount: number
  /** Its deposit address, or the token of its payment page. */
  place: string
  /** What it was in stores that were put back, the latest last. Who puts back a copy of such a store meets it again. */
  readonly earlier: Array<Named>
}

/** Under which id something is in a store, and its place. */
export type Named = Pick<Wanted, "id" | "place">

/** What the clients of the soak asked for and what they were told: all that they may rely on. */
export class Book {
  readonly wanted: Array<Wanted> = []
  /** Whose standing nobody knows, in the order to ask again. */
  readonly unclear = new Set<Wanted>()
  readonly repeatable: Array<Wanted> = []
  readonly #owners = new Map<string, Wanted>()
  readonly #broken: (sentence: string) => void
  acknowledgedCount = 0
  lostCount = 0
  repeatedCount = 0

  constructor(broken: (sentence: string) => void) {
    this.#broken = broken
  }

  want(order: Pick<Wanted, "kind" | "partner" | "key" | "body"> & Partial<Wanted>): Wanted {
    const wanted: Wanted = {
      amountMinor: 0n,
      target: "",
      network: "",
      standing: "open",
      askedCount: 0,
      isUnderWay: false,
      id: "",
      acknowledgedAt: 0,
      lostCount: 0,
      place: "",
      earlier: [],
      ...order
    }
    this.wanted.push(wanted)
    return wanted
  }

  /** Somebody was told that it is there, under this id. */
  acknowledge(wanted: Wanted, id: string, place = ""): void {
    if (wanted.standing === "acknowledged") {
      this.repeatedCount += 1
      if (wanted.id !== id) {
        this.#broken(
          `${wanted.kind} ${wanted.key} was answered as ${wanted.id} first and as ${id} then, and no store was put back`
        )
      }
      return
    }
    if (wanted.lostCount > 0) this.repeatedCount += 1
    wanted.standing = "acknowledged"
    wanted.id = id
    wanted.place = place
    wanted.acknowledgedAt = Date.now()
    this.acknowledgedCount += 1
    if (place !== "" && (wanted.kind === "cryptoInvoice" || wanted.kind === "wallet"))
      this.#own(place, wanted)
  }

  /** A store came back without it, and said so; whoever wanted it asks again. */
  lose(wanted: Wanted): void {
    wanted.standing = "open"
    wanted.earlier.push({ id: wanted.id, place: wanted.place })
    wanted.lostCount += 1
    this.lostCount += 1
    this.unclear.add(wanted)
  }

  /** The next one to ask for again. */
  takeUnclear(): Wanted | undefined {
    const [first] = this.unclear
    if (first !== undefined) this.unclear.delete(first)
    return first
  }

  acknowledged(...kinds: ReadonlyArray<Kind>): ReadonlyArray<Wanted> {
    return this.wanted.filter(({ kind, standing }) => standing === "acknowledged" && kinds.includes(kind))
  }

  /** Acknowledged in the store that now is, since an instant of the soak's own clock. */
  since(instant: number): ReadonlyArray<Wanted> {
    const found: Array<Wanted> = []
    for (const wanted of this.wanted) {
      if (wanted.standing === "acknowledged" && wanted.acknowledgedAt >= instant) found.push(wanted)
    }
    return found
  }

  /** Acknowledged, and in another store under another id. */
  get renamed(): ReadonlyArray<Wanted> {
    return this.wanted.filter(({ earlier, standing }) => standing === "acknowledged" && earlier.length > 0)
  }

  #own(address: string, wanted: Wanted): void {
    const owner = this.#owners.get(address)
    if (owner !== undefined && owner !== wanted) {
      this.#broken(
        `the deposit address ${address} was given to ${owner.kind} ${owner.key} of ${owner.partner.name} ` +
          `and to ${wanted.kind} ${wanted.key} of ${wanted.partner.name}`
      )
    }
    this.#owners.set(address, wanted)
  }

  get addressCount(): number {
    return this.#owners.size
  }
}
