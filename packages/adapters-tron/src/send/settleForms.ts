import { slotOutcome, type Execution, type RaiseOnce } from "@quittance/adapters-evm/parts"
import type { OpenTransaction, SignedForm, SlotOutcome } from "@quittance/core"
import { Clock, Effect, Option } from "effect"
import { executionOf } from "../execution.ts"
import type { TronApi, TronBlock } from "../node/TronApi.ts"
import { tronSpelling } from "../spelling.ts"
import { type Expiry, provenExpired } from "./provenExpired.ts"
import {
  askedAtOnceMax,
  concurrency,
  isRecent,
  lifetimeMillis,
  proofMarginMillis,
  type TronSenderOptions
} from "./TronSenderOptions.ts"
import type { Reference } from "./transactionFor.ts"

/** What became of an open slot. */
export type Ended =
  | { readonly _tag: "settled"; readonly outcome: SlotOutcome }
  /** Nothing that was ever signed for it can be carried out any more. */
  | { readonly _tag: "expired"; readonly blockNumber: number }

export interface EndedSlot {
  readonly transaction: OpenTransaction
  readonly ended: Ended
}

/** How long after its expiration nodes may take to agree before an operator is asked to look. */
const unprovenMillis = 600_000

/** A block that may have a form and is final. */
type Blocks = Reference & { readonly final: TronBlock }

/** Looks what became of open slots: in a final block, or expired for good. What is not clear stays open. */
export const makeSettleForms = (
  api: TronApi,
  { network, token }: Pick<TronSenderOptions, "network" | "token">,
  raise: RaiseOnce
) => {
  /** When each was last asked about, by its id. Kept by the process: after a restart everything is asked about once more. */
  const askedAt = new Map<string, number>()

  const outcomeOf = Effect.fnUntraced(function* (
    { forms, order, wallet }: OpenTransaction,
    found: ReadonlyArray<{ readonly form: SignedForm; readonly execution: Execution }>
  ) {
    const [only, ...others] = found
    if (only === undefined) return undefined
    const { execution, form } = only
    const outcome = slotOutcome(order, form, execution, wallet, { spelling: tronSpelling, token })
    if (outcome !== undefined && others.length === 0) return outcome
    yield* raise(
      "chain.slot",
      others.length === 0
        ? `transaction ${form.hash} of wallet ${wallet} moved something else than ${order.id} was to move`
        : `${found.length} of ${forms.length} transactions that wallet ${wallet} signed for ${order.id} one after the other were carried out`
    )
    return undefined
  })

  const warnOf = Effect.fnUntraced(function* (
    { forms, order, wallet }: OpenTransaction,
    { isAlone }: Extract<Expiry, { readonly _tag: "unproven" }>,
    solid: TronBlock
  ) {
    const late = solid.timestamp - lastEnd(forms)
    if (!isAlone && late < unprovenMillis) return
    yield* raise(
      "chain.slot",
      isAlone
        ? `${order.id} of wallet ${wallet} on ${network} expired and waits: only one node can say that it was never carried out. Add a second one to rpcUrls`
        : `${order.id} of wallet ${wallet} on ${network} expired ${Math.floor(late / 60_000)} minutes ago and waits: fewer than two nodes say that it was never carried out`,
      `unproven on ${network}`
    )
  })

  const look = Effect.fnUntraced(function* (transaction: OpenTransaction, { final, solid }: Blocks) {
    const { forms } = transaction
    const found: Array<{ readonly form: SignedForm; readonly execution: Execution }> = []
    for (const form of forms) {
      const info = yield* api.info(tronSpelling.hexOfHash(form.hash))
      if (Option.isSome(info)) found.push({ form, execution: executionOf(info.value) })
    }
    if (found.length > 0) {
      // What is not final may still be replaced, also by an earlier form.
      if (found.some(({ execution }) => execution.blockNumber > final.number)) return undefined
      const outcome = yield* outcomeOf(transaction, found)
      return outcome && ({ transaction, ended: { _tag: "settled", outcome } } satisfies EndedSlot)
    }
    if (solid.timestamp < lastEnd(forms) + proofMarginMillis) return undefined
    const expiry = yield* provenExpired(api.nodes, forms)
    if (expiry._tag === "unproven") yield* warnOf(transaction, expiry, solid)
    return expiry._tag === "proven"
      ? ({ transaction, ended: { _tag: "expired", blockNumber: expiry.blockNumber } } satisfies EndedSlot)
      : undefined
  })

  return Effect.fnUntraced(function* (open: ReadonlyArray<OpenTransaction>, blocks: Blocks) {
    const now = yield* Clock.currentTimeMillis
    const ids = new Set(open.map(({ order }) => order.id))
    for (const id of askedAt.keys()) if (!ids.has(id)) askedAt.delete(id)
    const due = open
      .filter(({ forms, order }) => {
        // Only a block after the one that was the newest then can have it.
        const begin = (forms[0]?.expiresAt ?? 0) - lifetimeMillis
        return blocks.final.timestamp > begin && !isRecent(askedAt.get(order.id), now)
      })
      .slice(0, askedAtOnceMax)
    const found = yield* Effect.forEach(
      due,
      (transaction) =>
        Effect.tap(look(transaction, blocks), () =>
          Effect.sync(() => askedAt.set(transaction.order.id, now))
        ),
      { concurrency }
    )
    return found.filter((each) => each !== undefined) satisfies ReadonlyArray<EndedSlot>
  })
}

/** When the last form of a slot expires. */
export const lastEnd = (forms: ReadonlyArray<SignedForm>): number =>
  Math.max(...forms.map(({ expiresAt }) => expiresAt))
