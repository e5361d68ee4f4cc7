import type { RpcUnavailable } from "@quittance/adapters-evm"
import { type Execution, type RaiseOnce, slotOutcome } from "@quittance/adapters-evm/parts"
import type { OpenTransaction, SignedForm, SlotOutcome } from "@quittance/core/adapter"
import { Clock, Effect, Option } from "effect"
import { executionOf } from "../execution.ts"
import type { TronApi, TronBlock } from "../node/TronApi.ts"
import { tronSpelling } from "../spelling.ts"
import { executionName } from "./agreedExecution.ts"
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

/** The outcome of an open slot. */
export type Ended =
  | { readonly _tag: "settled"; readonly outcome: SlotOutcome }
  /** Nothing that was signed for it can be carried out any more. */
  | { readonly _tag: "expired"; readonly blockNumber: number }

export interface EndedSlot {
  readonly transaction: OpenTransaction
  readonly ended: Ended
}

/** How long after its expiration nodes may take to agree before an alert is raised. */
const unprovenMillis = 600_000

/** A block that may have a form and is final. */
type Blocks = Reference & { readonly final: TronBlock }

/** A node, and its last block that is final by its own account. */
interface Witness {
  readonly node: TronApi["nodes"][number]
  readonly finalNumber: number
}

interface Found {
  readonly execution: Execution
  readonly isFinal: boolean
}

/** Finds the outcomes of open slots: in a final block, or expired for good. An unclear slot stays open. */
export const makeSettleForms = (
  api: TronApi,
  { agreeing, network, token }: Pick<TronSenderOptions, "agreeing" | "network" | "token">,
  raise: RaiseOnce
) => {
  /** When each was last checked, by its id. The process keeps it: after a restart everything is checked once more. */
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
        ? `transaction ${form.hash} of wallet ${wallet} did not move what ${order.id} should have moved`
        : `${found.length} of ${forms.length} transactions that wallet ${wallet} signed for ${order.id}, one after the other, were carried out`
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

  /**
   * What nodes say about a form. It is final if enough nodes have the same outcome of it in a block that is final
   * there, and no node with final blocks as high denies it: two nodes that contradict each other decide nothing.
   */
  const foundBy = Effect.fnUntraced(function* (
    { hash }: SignedForm,
    witnesses: ReadonlyArray<Witness>
  ): Effect.fn.Return<Found | undefined, RpcUnavailable> {
    let found: Found | undefined
    const hostsOf = new Map<string, Set<string>>()
    let failure: RpcUnavailable | undefined
    let deniedTo = -1
    let isAnswered = false
    for (const { finalNumber, node } of witnesses) {
      const answer = yield* Effect.result(node.info(tronSpelling.hexOfHash(hash)))
      if (answer._tag === "Failure") {
        failure = answer.failure
        continue
      }
      isAnswered = true
      const info = Option.getOrUndefined(answer.success)
      if (info === undefined) deniedTo = Math.max(deniedTo, finalNumber)
      else {
        const execution = executionOf(info)
        const name = executionName(execution)
        const hosts = hostsOf.get(name) ?? new Set()
        hostsOf.set(name, hosts)
        if (info.blockNumber <= finalNumber) hosts.add(node.host)
        if (found?.isFinal !== true) found = { execution, isFinal: hosts.size >= agreeing }
      }
    }
    if (found === undefined) return isAnswered || failure === undefined ? undefined : yield* failure
    return { ...found, isFinal: found.isFinal && deniedTo < found.execution.blockNumber }
  })

  const look = Effect.fnUntraced(function* (
    transaction: OpenTransaction,
    solid: TronBlock,
    witnesses: ReadonlyArray<Witness>
  ) {
    const { forms } = transaction
    const found: Array<{ readonly form: SignedForm } & Found> = []
    for (const form of forms) {
      const one = yield* foundBy(form, witnesses)
      if (one !== undefined) found.push({ form, ...one })
    }
    if (found.length > 0) {
      // What is not final may still be replaced, also by an earlier form.
      if (found.some(({ isFinal }) => !isFinal)) return undefined
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
        // Only a block after the newest one of that time can contain it.
        const begin = (forms[0]?.expiresAt ?? 0) - lifetimeMillis
        return blocks.final.timestamp > begin && !isRecent(askedAt.get(order.id), now)
      })
      .slice(0, askedAtOnceMax)
    if (due.length === 0) return []
    // A node on a branch of its own has its transactions in blocks that are never solid there.
    const witnesses = (yield* Effect.forEach(
      api.nodes,
      (node) =>
        Effect.option(
          Effect.map(node.solidHead, ({ number }): Witness => {
            const isSolid = blocks.final.number <= blocks.solid.number
            return {
              node,
              finalNumber: isSolid ? Math.min(number, blocks.final.number) : blocks.final.number
            }
          })
        ),
      { concurrency: "unbounded" }
    )).flatMap(Option.toArray)
    const found = yield* Effect.forEach(
      due,
      (transaction) =>
        Effect.tap(look(transaction, blocks.solid, witnesses), () =>
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
