import { Option, Result } from "effect"
import { assert, describe, it } from "vitest"
import {
  ChainTransaction,
  type ChainTransactionCommand,
  ChainTransactionCommandRefused,
  type ChainTransactionOrder,
  type ChainTransactionState,
  chainTransactionTransitions,
  type ImportedSlot,
  type SlotOutcome
} from "../../../src/concepts/chain/ChainTransaction.ts"
import type { SignedForm } from "../../../src/concepts/chain/SignedForm.ts"
import { explore, show } from "../../kernel/machine/explore.ts"
import { lawsOf } from "../../kernel/machine/lawsOf.ts"

const at = 1_700_000_000_000

const order: ChainTransactionOrder = {
  id: "reference",
  partnerId: "ethereum",
  purpose: "payout",
  payoutId: "payout",
  payoutPartnerId: "prt_1",
  sendBefore: Option.none(),
  recipient: "0xaa",
  amountMinor: 5n,
  contract: "",
  data: "",
  createdAt: at
}

const formOf = (hash: string, isCancel: boolean): SignedForm => ({
  hash,
  bytes: `${hash} signed`,
  isCancel,
  maxFeeWei: 2n,
  maxTipWei: 1n,
  at,
  expiresAt: 0
})
const [paying, raised, cancelling] = [formOf("a", false), formOf("b", false), formOf("c", true)]

const outcomeOf = (_tag: SlotOutcome["_tag"]): SlotOutcome => ({
  _tag,
  hash: "a",
  blockNumber: 7,
  costWei: 3n,
  reason: _tag === "failed" ? "it reverted" : ""
})

const slotOf = (_tag: ImportedSlot["_tag"]): ImportedSlot => ({
  ...outcomeOf("completed"),
  _tag,
  wallet: "0xbb",
  nonce: 4
})

const commands: ReadonlyArray<ChainTransactionCommand> = [
  { _tag: "Queue", order, at },
  { _tag: "Sign", wallet: "0xbb", nonce: 4, form: paying, at },
  { _tag: "SignAgain", form: raised, at },
  { _tag: "SignCancel", form: cancelling, at },
  ...(["completed", "failed", "cancelled"] as const).map(
    (tag) => ({ _tag: "Settle", outcome: outcomeOf(tag), at }) as const
  ),
  { _tag: "Abandon", order: { ...order, payoutId: "", payoutPartnerId: "" }, at },
  { _tag: "Refuse", reason: "blocked", at },
  ...(["completed", "failed", "cancelled", "assumed", "unclaimed"] as const).map(
    (tag) => ({ _tag: "Import", order, slot: slotOf(tag), at }) as const
  ),
  { _tag: "Claim", at },
  { _tag: "Clear", at }
]

/** How often it was signed again changes nothing that is decided. */
const keyOf = (state: ChainTransactionState): string =>
  show("forms" in state ? { ...state, forms: new Set(state.forms.map(({ hash }) => hash)).size } : state)

const explored = explore(ChainTransaction, commands, keyOf, 8)
const { steps } = explored

const queued = { _tag: "ChainTransactionQueued", order, at } as const
const signed = { _tag: "ChainTransactionSigned", wallet: "0xbb", nonce: 4, form: paying, at } as const
const settled = { _tag: "ChainTransactionSettled", outcome: outcomeOf("completed"), at } as const

const imported = { _tag: "ChainTransactionImported", order, slot: slotOf("assumed"), at } as const

lawsOf({
  machine: ChainTransaction,
  transitions: chainTransactionTransitions,
  explored,
  refused: (named) => new ChainTransactionCommandRefused(named),
  repeats: {
    Queue: "adds nothing",
    Sign: "is refused",
    SignAgain: "adds nothing",
    SignCancel: "adds nothing",
    Settle: "adds nothing",
    Abandon: "adds nothing",
    Refuse: "adds nothing",
    Import: "is refused",
    Claim: "is refused",
    Clear: "is refused"
  },
  still: { completed: [], failed: [], cancelled: [], abandoned: [], claimed: [] },
  defects: [
    [[queued], queued, "queued once"],
    [[queued, signed], signed, "gets one slot"],
    [[queued], settled, "has one outcome"],
    [[queued], { _tag: "ChainTransactionSignedAgain", form: raised, at }, "only an open slot"],
    [[queued], { _tag: "ChainTransactionCancelling", at }, "what is sent"],
    [[queued, signed], { _tag: "ChainTransactionSignedAgain", form: cancelling, at }, "signed as such"],
    [[queued, signed], { _tag: "ChainTransactionAbandoned", order, at }, "nothing was signed"],
    [[queued, signed], imported, "has a slot already"],
    [[queued], { _tag: "ChainTransactionClaimed", at }, "was nobody's"],
    [[queued], { _tag: "ChainTransactionCleared", at }, "what is in doubt"]
  ]
})

describe("a transaction", () => {
  it("that was given up unsigned is never signed", () => {
    for (const { from, to } of steps) if (from._tag === "abandoned") assert.strictEqual(to._tag, "abandoned")
  })

  it("keeps its slot and every form that was signed for it, whatever comes", () => {
    for (const { from, to } of steps) {
      if (!("forms" in from)) continue
      assert.isTrue("forms" in to)
      if (!("forms" in to)) continue
      assert.deepStrictEqual([to.wallet, to.nonce], [from.wallet, from.nonce])
      assert.deepStrictEqual(to.forms.slice(0, from.forms.length), from.forms)
    }
  })

  it("that was refused keeps the reason, whoever gives it up afterwards", () => {
    const after = (...commands: ReadonlyArray<ChainTransactionCommand>) =>
      commands.reduce(
        (state, command) =>
          Result.getOrThrow(ChainTransaction.decide(state, command)).reduce(ChainTransaction.evolve, state),
        ChainTransaction.initial
      )
    const queue = { _tag: "Queue", order, at } as const
    const refuse = { _tag: "Refuse", reason: "blocked", at } as const
    const abandon = { _tag: "Abandon", order, at } as const
    const refusalOf = (state: ChainTransactionState) =>
      state._tag === "abandoned" ? Option.getOrUndefined(state.refusal) : state._tag
    assert.strictEqual(refusalOf(after(queue, refuse, abandon, refuse)), "blocked")
    assert.isUndefined(refusalOf(after(queue, abandon, refuse)))
  })

  it("that is signed cannot be refused", () => {
    for (const { command, from, to } of steps)
      if (command._tag === "Refuse") assert.isTrue(from._tag === "queued" || from === to)
  })

  it("that was never queued leaves a tombstone of its name", () => {
    const tombstone = Result.getOrThrow(
      ChainTransaction.decide(ChainTransaction.initial, { _tag: "Abandon", order, at })
    ).reduce(ChainTransaction.evolve, ChainTransaction.initial)
    assert.isTrue(tombstone._tag === "abandoned" && tombstone.order.id === order.id)
  })
})
