import { assert } from "@effect/vitest"
import { Balances, Payouts } from "@quittance/core"
import {
  actingAs,
  PayoutApprovals,
  payoutList,
  payoutStatus,
  Rosters,
  SandboxProcessor,
  SandboxStore
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { listed } from "../../store/listed.ts"
import { attemptMax, type NamedStory, type Story } from "./Story.ts"
import {
  after,
  begin,
  booksAreRight,
  byProcess,
  drain,
  fund,
  outside,
  partnerId,
  usdt,
  whileWorking
} from "./storySteps.ts"

/** Payouts of 10 USDT and their fee of 2. */

/** The end of a payout, however often the process dies on the way. */
interface PayoutEnd {
  readonly status: string
  readonly transferCount: number
  readonly availableMinor: bigint
  /**
   * Besides its creation: three for each submission or lookup (intent, call, outcome), one for each time it is asked to
   * be abandoned.
   */
  readonly callCount: number
}

const paid = { status: "COMPLETED/confirmed", transferCount: 1, availableMinor: 88n * usdt }
const ends: { readonly [note: string]: PayoutEnd } = {
  "": { ...paid, callCount: 3 },
  "sandbox:reject": {
    status: "FAILED/rejected",
    transferCount: 0,
    availableMinor: 100n * usdt,
    callCount: 3
  },
  "sandbox:no-answer": {
    status: "PENDING/unknown",
    transferCount: 0,
    availableMinor: 88n * usdt,
    callCount: (attemptMax + 1) * 3 + 2
  },
  "sandbox:no-answer-then-complete": { ...paid, callCount: 2 * 3 },
  "sandbox:slow": { ...paid, callCount: 2 * 3 }
}

/** Longer than the longest wait of the payout schedule with its spread. */
const hop = after("16 hours")

/** Whether the process that creates it also carries it out, at once, or only later. */
type Carried = "at once" | "later"

const story = (note: string, end: PayoutEnd, carried: Carried): Story => {
  const acknowledged: Array<string> = []
  // Every attempt, and one look after they are spent.
  const attempts = Array.from({ length: attemptMax }, () => hop).flat()
  const create = creating(acknowledged, note)
  const creation = carried === "at once" ? whileWorking(create) : byProcess(create)
  return { steps: [begin, fund, creation, drain, ...attempts], check: checking(acknowledged, end) }
}

const creating = (acknowledged: Array<string>, note: string) =>
  Effect.gen(function* () {
    const payouts = yield* Payouts
    const input = { amount: 10, network: "tron", address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", note }
    const { value } = yield* payouts.create(yield* partnerId, "the key", input)
    acknowledged.push(value.id)
  })

const checking = (acknowledged: ReadonlyArray<string>, end: Omit<PayoutEnd, "callCount">) =>
  Effect.gen(function* () {
    const { items } = yield* listed(payoutList, { partnerId: yield* partnerId })
    const ids = items.map(({ order }) => order.id)
    assert.deepStrictEqual(ids, [...new Set(acknowledged)], "every answer named the one payout")
    const [payout] = items
    assert(payout !== undefined)
    assert.strictEqual(`${payoutStatus(payout)}/${payout._tag}`, end.status)
    const execution = yield* SandboxProcessor.findExecution(yield* SandboxStore, payout.order.reference)
    const isExecuted = Option.exists(execution, ({ status }) => status === "executed")
    assert.strictEqual(isExecuted ? 1 : 0, end.transferCount)
    yield* booksAreRight
    const balances = yield* Balances
    const balance = yield* balances.get(yield* partnerId)
    assert.strictEqual(balance.availableMinor, end.availableMinor)
    assert.strictEqual(balance.pendingMinor, end.status.startsWith("PENDING") ? 12n * usdt : 0n)
  })

/** Everything needs an approval of Anna or Ben. */
const rule = outside(
  Effect.gen(function* () {
    const rosters = yield* Rosters
    const id = yield* partnerId
    for (const user of ["anna", "ben"]) yield* rosters.addMember(id, { user, role: "owner" })
    yield* rosters.setTiers(id, { tiers: [{ from: 0, approvers: 1 }] })
  })
)

/** One that waits for an approval: it gets it, or its time ends. */
const approvalStory = (isApproved: boolean, end: Omit<PayoutEnd, "callCount">): Story => {
  const acknowledged: Array<string> = []
  const create = byProcess(actingAs("user:ben", creating(acknowledged, "")))
  const approve = byProcess(
    Effect.gen(function* () {
      const approvals = yield* PayoutApprovals
      const id = acknowledged[0] ?? ""
      yield* actingAs("user:anna", approvals.approve(yield* partnerId, id))
    })
  )
  const steps = [
    begin,
    fund,
    rule,
    create,
    drain,
    ...(isApproved ? [approve, drain] : []),
    ...after("73 hours")
  ]
  return { steps, check: checking(acknowledged, end) }
}

/**
 * Besides its creation, and an alert of the changed rules: the approval and the submission; or the lookup at its end,
 * and that it is declined.
 */
const approvalStories: ReadonlyArray<NamedStory> = [
  {
    leaves: "a payout that a person approves to end as COMPLETED/confirmed",
    begin: () => approvalStory(true, paid),
    callCount: 2 + 1 + 3
  },
  {
    leaves: "a payout that nobody approves to end as FAILED/declined",
    begin: () =>
      approvalStory(false, { status: "FAILED/declined", transferCount: 0, availableMinor: 100n * usdt }),
    callCount: 2 + 2
  }
]

const named =
  (carried: Carried) =>
  ([note, end]: readonly [string, PayoutEnd]): NamedStory => ({
    leaves: `a payout "${note}" that is carried out ${carried} to end as ${end.status}`,
    begin: () => story(note, end, carried),
    callCount: 1 + end.callCount
  })

const all = Object.entries(ends)

export const payoutStories: ReadonlyArray<NamedStory> = [
  ...all.map(named("later")),
  ...all.map(named("at once")),
  ...approvalStories
]

/**
 * One whose debit is returned, and one that is looked up before it is carried out: with commits of every kind in them;
 * and one that its process carries out at once.
 */
export const payoutStoriesInShort: ReadonlyArray<NamedStory> = [
  ...all
    .filter(([note]) => note === "sandbox:reject" || note === "sandbox:no-answer-then-complete")
    .map(named("later")),
  ...all.filter(([note]) => note === "").map(named("at once"))
]
