import type { TransferRequest } from "@quittance/core"
import {
  approvalsOf,
  type Commit,
  isExpired,
  type MemoryState,
  type PayoutOrder,
  type RecordedPayout,
  type Roster,
  rosterIdOf
} from "@quittance/core/adapter"
import { Option } from "effect"

type Event = Commit["events"][number]["event"]

/** Roles whose people approve, said a second time. */
const approving: ReadonlySet<string> = new Set(["owner", "finance"])

/**
 * What must be true of approvals, judged from the store as it is at the moment when a commit lands, or when the
 * processing side is asked to send. A second, simpler model of the rules: only operators change rosters here, so what
 * is stored holds.
 */
export class ApprovalLaws {
  /** How many payouts were sent with approvals. */
  sentCount = 0
  readonly #state: MemoryState
  /** References that the processing side was asked to send since the store was put back. */
  readonly #submitted = new Set<string>()

  constructor(state: MemoryState) {
    this.#state = state
  }

  storeWasPutBack(): void {
    this.#submitted.clear()
  }

  /** A sentence for each law that this commit, which landed, breaks. */
  brokenBy({ aggregates, events }: Commit): ReadonlyArray<string> {
    const payouts = aggregates.flatMap((write) => (write._tag === "Payout" ? [write.state] : []))
    return events.flatMap(({ event, subjectId }) => {
      const payout = payouts.find(({ order }) => order.id === subjectId)
      return payout === undefined ? [] : this.#brokenBy(event, payout)
    })
  }

  /** A sentence for each law that asking for this transfer breaks, by a clock. */
  brokenBySending({ payoutId, reference }: TransferRequest, now: number): ReadonlyArray<string> {
    this.#submitted.add(reference)
    const payout = this.#state.aggregates.Payout.get(payoutId)?.state
    if (payout === undefined) return [`payout ${payoutId} is sent, and is in no store`]
    if (Option.isNone(payout.order.approval)) return []
    this.sentCount += 1
    const faults = lacking(payout)
    return isExpired(payout.order, now)
      ? [...faults, `payout ${payoutId} is sent after the end of the time for its approvals`]
      : faults
  }

  #brokenBy(event: Event, payout: RecordedPayout): ReadonlyArray<string> {
    const { id } = payout.order
    switch (event._tag) {
      case "PayoutReserved": {
        const needed = Option.match(payout.order.approval, { onNone: () => 0, onSome: (each) => each.needed })
        const right = this.#neededFor(payout.order)
        if (needed !== right)
          return [`payout ${id} needs ${needed} approvals where the rules ask for ${right}`]
        return needed > 0 && payout._tag !== "awaiting" ? [`payout ${id} does not wait`] : []
      }
      case "PayoutSubmissionStarted":
        return isExpired(payout.order, event.at)
          ? [...lacking(payout), `payout ${id} is submitted after the end of the time for its approvals`]
          : lacking(payout)
      case "PayoutApproved":
        return [
          ...approvalsOf(payout).flatMap(({ by }) =>
            this.#mayApprove(payout.order.partnerId, by)
              ? []
              : [`an approval of payout ${id} by ${by}, who may not approve, counts`]
          ),
          ...(isExpired(payout.order, event.at)
            ? [`payout ${id} is approved after the end of its time`]
            : []),
          ...(payout._tag === "reserved" ? lacking(payout) : [])
        ]
      case "PayoutDeclined":
        return this.#submitted.has(payout.order.reference)
          ? [`the debit of payout ${id} is returned although it was sent`]
          : []
      default:
        return []
    }
  }

  #roster(partnerId: string): Roster | undefined {
    return this.#state.aggregates.Roster.get(rosterIdOf(partnerId))?.state
  }

  #mayApprove(partnerId: string, user: string): boolean {
    const members = this.#roster(partnerId)?.members ?? []
    return members.some((member) => member.user === user && approving.has(member.role))
  }

  #neededFor({ address, amountMinor, network, partnerId }: PayoutOrder): number {
    const roster = this.#roster(partnerId)
    const rule = roster?.rules.find(({ currency }) => currency === "USDT")
    const matching = (rule?.tiers ?? []).filter(({ fromMinor }) => fromMinor <= amountMinor)
    const byAmount = matching.reduce((most, { approvers }) => Math.max(most, approvers), 0)
    const isKnown = roster?.addressBook.some(
      (entry) => entry.network === network && entry.address === address
    )
    return rule?.addressBook === "on" && isKnown !== true ? Math.max(byAmount, 1) : byAmount
  }
}

/** What a payout lacks that is about to be sent. */
const lacking = (payout: RecordedPayout): ReadonlyArray<string> => {
  const { approval, id } = payout.order
  if (Option.isNone(approval)) return []
  const people = new Set(approvalsOf(payout).map(({ by }) => by))
  const faults = approval.value.makers.filter((maker) => people.has(maker))
  return [
    ...(people.size < approval.value.needed
      ? [`payout ${id} goes on with ${people.size} of ${approval.value.needed} approvals`]
      : []),
    ...faults.map((maker) => `payout ${id} is approved by ${maker}, who asked for it`)
  ]
}
