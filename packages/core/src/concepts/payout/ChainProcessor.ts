import { Clock, Context, Effect, Layer, Option } from "effect"
import { ChainNetworks } from "../chain/ChainNetworks.ts"
import type { ChainTransactionOrder, RecordedTransaction } from "../chain/ChainTransaction.ts"
import { ChainWallets } from "../chain/ChainWallets.ts"
import {
  type MadeTransfer,
  PayoutProcessor,
  PayoutProcessorUnavailable,
  type TransferStatus
} from "./PayoutProcessor.ts"

/**
 * The processing side of networks on which the server acts by itself: a submission is queued in the journal, and the
 * wallets' own job (`ChainNetworks.send`) does the rest. So a submission is a commit, and its answer is never
 * unclear.
 */
const chainProcessor = Effect.gen(function* () {
  const { isComplete, networks } = yield* ChainNetworks
  const wallets = yield* ChainWallets
  const asked = <A, E extends { readonly reason: string }>(call: Effect.Effect<A, E>) =>
    Effect.mapError(call, ({ reason }) => new PayoutProcessorUnavailable({ reason }))

  return PayoutProcessor.of({
    networks,
    submit: Effect.fnUntraced(function* (request) {
      const { address, amountMinor, network, partnerId, payoutId, reference, sendBefore } = request
      const createdAt = yield* Clock.currentTimeMillis
      const order: ChainTransactionOrder = {
        ...noTransfer(network, reference, createdAt),
        payoutId,
        payoutPartnerId: partnerId,
        recipient: address,
        amountMinor,
        sendBefore: Option.fromUndefinedOr(sendBefore)
      }
      return transferStatusOf(yield* asked(wallets.queue(order)))
    }),
    lookup: Effect.fnUntraced(function* (reference, network) {
      const found = yield* asked(wallets.transaction(network, reference))
      return Option.match(found, { onNone: () => ({ _tag: "NotFound" }) as const, onSome: transferStatusOf })
    }),
    abandon: Effect.fnUntraced(function* (reference, network) {
      const at = yield* Clock.currentTimeMillis
      const { _tag } = yield* asked(wallets.abandon(noTransfer(network, reference, at)))
      switch (_tag) {
        case "queued":
        case "sent":
        case "cancelling":
          return { _tag: "Abandoning" } as const
        case "completed":
        case "assumed":
        case "unclaimed":
        case "claimed":
          return { _tag: "TooLate" } as const
        case "failed":
        case "cancelled":
        case "abandoned":
          return { _tag: "Abandoned" } as const
      }
    }),
    transfersSince: Effect.fnUntraced(function* (since) {
      const made: Array<MadeTransfer> = []
      for (const network of networks) {
        // A restored store has an old journal too.
        yield* asked(isComplete(network))
        const recent = yield* asked(wallets.transactionsAfter(network, since - 1))
        // A transaction that was read back counts whenever it was requested: the payout may be much older than the
        // backup.
        const doubtful = yield* asked(wallets.doubtful(network))
        const older = doubtful.filter(({ order }) => order.createdAt < since)
        for (const transaction of [...older, ...recent]) {
          const { order } = transaction
          if (order.purpose !== "payout" || transferStatusOf(transaction)._tag === "Rejected") continue
          made.push({
            reference: order.id,
            network,
            address: order.recipient,
            amountMinor: order.amountMinor,
            payoutId: order.payoutId,
            at: order.createdAt
          })
        }
      }
      return made
    })
  })
})

const noTransfer = (network: string, reference: string, createdAt: number): ChainTransactionOrder => ({
  id: reference,
  partnerId: network,
  purpose: "payout",
  payoutId: "",
  payoutPartnerId: "",
  recipient: "",
  amountMinor: 0n,
  contract: "",
  data: "",
  createdAt,
  sendBefore: Option.none()
})

/** The dispatcher's answer about a payout's transaction. */
export const transferStatusOf = (transaction: RecordedTransaction): TransferStatus => {
  switch (transaction._tag) {
    case "queued":
      return { _tag: "Accepted", processingId: "" }
    case "sent":
    case "cancelling":
      return {
        _tag: "Accepted",
        processingId: transaction.forms.findLast(({ isCancel }) => !isCancel)?.hash ?? ""
      }
    case "completed":
    case "assumed":
    case "unclaimed":
      return { _tag: "Completed", processingId: transaction.hash }
    // Its transfer is reported for the payout that it was.
    case "claimed":
      return { _tag: "Rejected", reason: "the payout that it was has a transaction of its own" }
    case "failed":
      return { _tag: "Rejected", reason: transaction.reason }
    case "cancelled":
      return rejected(transaction, "it was cancelled before the network carried it out")
    case "abandoned":
      return rejected(transaction, "it was given up before it was signed")
  }
}

const rejected = (
  { refusal }: { readonly refusal: Option.Option<string> },
  otherwise: string
): TransferStatus => ({ _tag: "Rejected", reason: Option.getOrElse(refusal, () => otherwise) })

/** The processor of the deployment's own networks, beside another one for the rest, if there is one. */
export const layer = Layer.effectContext(
  Effect.gen(function* () {
    const own = yield* chainProcessor
    const other = Option.getOrUndefined(yield* Effect.serviceOption(PayoutProcessor))
    if (other === undefined) return Context.make(PayoutProcessor, own)
    const isOwn = (network: string) => own.networks?.includes(network) ?? false
    return Context.make(
      PayoutProcessor,
      PayoutProcessor.of({
        networks: other.networks === undefined ? undefined : [...(own.networks ?? []), ...other.networks],
        submit: (request) => (isOwn(request.network) ? own : other).submit(request),
        lookup: (reference, network) => (isOwn(network) ? own : other).lookup(reference, network),
        abandon: (reference, network) => (isOwn(network) ? own : other).abandon(reference, network),
        transfersSince: (since) =>
          Effect.map(Effect.all([own.transfersSince(since), other.transfersSince(since)]), (made) =>
            made.flat()
          )
      })
    )
  })
)
