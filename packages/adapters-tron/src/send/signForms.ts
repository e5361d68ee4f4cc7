import type { Hex, Rpc } from "@quittance/adapters-evm"
import {
  type Call,
  type GuardedSigner,
  isKept,
  onlyErrands,
  planQueued,
  type Queue,
  type SignerUnavailable,
  signedAtOnceMax,
  type Token,
  tokenBalance,
  transferCall,
  valueOf
} from "@quittance/adapters-evm/parts"
import {
  type ChainTransactionOrder,
  type ChainWallet,
  ChainWallets,
  type LeasedJob,
  type NextPayouts,
  type OpenTransaction,
  type SignedForm
} from "@quittance/core/adapter"
import { Clock, Effect } from "effect"
import { hexOfAddress } from "../address.ts"
import type { TronTransaction } from "../encode/TronTransaction.ts"
import { sweepEnergyLeft } from "../factory.ts"
import type { ChainParameters, TronApi } from "../node/TronApi.ts"
import { lastEnd } from "./settleForms.ts"
import { concurrency, lifetimeMillis, type TronSenderOptions, waitingMax } from "./TronSenderOptions.ts"
import { type Reference, transactionFor } from "./transactionFor.ts"
import { type Need, needOf, type WalletFunds, walletFunds } from "./walletFunds.ts"

/** What an order asks for, if it may be signed. */
export const callOf = (order: ChainTransactionOrder, token: Token): Call =>
  order.purpose === "payout"
    ? {
        to: hexOfAddress(token.address),
        data: transferCall(hexOfAddress(order.recipient), valueOf(order.amountMinor, token.decimals))
      }
    : {
        ...(order.contract !== "" && { to: hexOfAddress(order.contract) }),
        data: order.data as Hex
      }

/** What a turn signs with. */
export interface Signing extends Reference {
  readonly signer: GuardedSigner<TronTransaction, string>
  readonly job: LeasedJob
}

/** Signs for slots of one wallet: queued orders, and again expired ones. */
export const makeSignForms = Effect.fnUntraced(function* (
  api: TronApi,
  rpc: Rpc["Service"],
  options: TronSenderOptions,
  queue: Queue,
  mayPay: Effect.Effect<boolean>
) {
  const wallets = yield* ChainWallets
  const context = yield* Effect.context<ChainWallets>()
  const { network, token } = options
  const { notes, raise, refusals } = queue

  /**
   * What a wallet can spend, less what these open slots may still take. Undefined if it can sign nothing, so that these
   * orders wait.
   */
  const meansOf = Effect.fnUntraced(function* (
    address: string,
    unmined: ReadonlyArray<OpenTransaction>,
    orders: ReadonlyArray<ChainTransactionOrder>
  ) {
    const owner = hexOfAddress(address)
    const account = yield* api.account(owner)
    if (!account.isActivated) {
      const payouts = orders.filter((order) => !isErrand(order))
      for (const { id } of payouts) yield* notes.note(id, "gas")
      const waiting = payouts.length > 0 ? "payouts" : "sweeps"
      yield* raise(
        "chain.funds",
        `wallet ${address} on ${network} is not activated, so it can sign nothing: send it some TRX; ${waiting} wait`
      )
      return undefined
    }
    const parameters = yield* api.parameters
    const open = unmined.flatMap(({ forms }) => forms.slice(-1))
    return {
      owner,
      parameters,
      funds: walletFunds(options, address, account, parameters, open),
      tokens: yield* tokenBalance(rpc, hexOfAddress(token.address), owner),
      reserved: unmined.reduce((sum, { order }) => sum + valueOf(order.amountMinor, token.decimals), 0n)
    }
  })

  /** What a call needs now. */
  const needIn = Effect.fnUntraced(function* (
    order: ChainTransactionOrder,
    owner: Hex,
    reference: Reference,
    parameters: ChainParameters
  ) {
    const call = callOf(order, token)
    const { data, to: contract } = call
    const used =
      contract === undefined ? creationEnergy(data) : yield* api.energyOf({ owner, contract, data })
    const energy = order.purpose === "sweep" ? used + sweepEnergyLeft : used
    return needOf(transactionFor(call, owner, 0, reference, 0n), energy, parameters)
  })

  const sign = Effect.fnUntraced(function* (
    { signer, ...reference }: Signing,
    wallet: string,
    order: ChainTransactionOrder,
    nonce: number,
    need: Need,
    funds: WalletFunds
  ): Effect.fn.Return<SignedForm, SignerUnavailable> {
    const call = callOf(order, token)
    const unsigned = transactionFor(call, hexOfAddress(wallet), nonce, reference, need.feeLimitSun)
    const signed = yield* signer.sign(wallet, order.purpose, unsigned)
    funds.take(need)
    return {
      ...signed,
      ...{ isCancel: false, maxFeeWei: 0n, maxTipWei: 0n },
      at: yield* Clock.currentTimeMillis,
      expiresAt: reference.head.timestamp + lifetimeMillis
    }
  })

  /**
   * Signs what waits for the next slots of a wallet, as far as it can pay for it and the limits allow. While its money
   * is kept, no payout is signed.
   */
  const signQueued = (
    address: string,
    unmined: ReadonlyArray<OpenTransaction>,
    signing: Signing,
    isMoneyKept: boolean
  ) =>
    wallets.assign(
      network,
      address,
      signedAtOnceMax,
      signing.job,
      Effect.fnUntraced(function* (
        wallet: ChainWallet,
        queued: ReadonlyArray<ChainTransactionOrder>,
        next: NextPayouts
      ) {
        const none = { taken: [], spent: wallet.spent }
        const room = waitingMax - unmined.length
        if (room <= 0 || queued.length === 0) return none
        const all = { queued, next, room }
        const waiting = isMoneyKept || !(yield* mayPay) ? onlyErrands(all) : all
        if (waiting.queued.length === 0) return none
        const means = yield* meansOf(address, unmined, waiting.queued)
        if (means === undefined) return none
        const { funds, owner, parameters } = means
        return yield* planQueued(queue, wallet, waiting, means, {
          forbids: (order) => signing.signer.forbids(address, order),
          estimates: (orders) =>
            Effect.forEach(orders, (order) => Effect.result(needIn(order, owner, signing, parameters)), {
              concurrency
            }),
          shortOf: funds.shortOf,
          sign: (order, need, nonce) => sign(signing, address, order, nonce, need, funds)
        })
      }, Effect.provideContext(context))
    )

  /**
   * Signs again for slots of a wallet whose signed transactions can provably never be carried out. `unmined` are the
   * others, which may still take something. Sweeps go first. Returns the slots that were signed for, and whether the
   * wallet's money is kept for one that waits.
   */
  const signAgain = Effect.fnUntraced(function* (
    address: string,
    expired: ReadonlyArray<OpenTransaction>,
    unmined: ReadonlyArray<OpenTransaction>,
    signing: Signing
  ) {
    const signed: Array<OpenTransaction> = []
    let isMoneyKept = false
    const result = () => ({ signed: signed as ReadonlyArray<OpenTransaction>, isMoneyKept })
    const now = yield* Clock.currentTimeMillis
    // The proof came from other nodes: this one may not have reached the expiration yet.
    const ready = expired.filter(({ forms }) => lastEnd(forms) <= signing.head.timestamp)
    const means =
      ready.length === 0
        ? undefined
        : yield* meansOf(
            address,
            unmined,
            ready.map(({ order }) => order)
          )
    if (means === undefined) return result()
    const { funds, owner, parameters } = means
    let tokens = means.tokens - means.reserved
    const errands = ready.filter(({ order }) => isErrand(order))
    const payouts = ready.filter(({ order }) => !isErrand(order))
    for (const transaction of [...errands, ...payouts]) {
      const { nonce, order } = transaction
      const waits = () => {
        isMoneyKept ||= !isErrand(order) && isKept("money", now - order.createdAt)
      }
      const forbidden = signing.signer.forbids(address, order)
      if (forbidden !== undefined) {
        yield* raise(
          "chain.foreign",
          `${order.purpose} ${order.id} on ${network} is not signed again: ${forbidden}`
        )
        continue
      }
      const value = valueOf(order.amountMinor, token.decimals)
      if (!isErrand(order) && value > tokens) {
        yield* notes.note(order.id, "money")
        yield* raise(
          "chain.funds",
          `wallet ${address} on ${network} has too little of the token for payout ${order.payoutId}, which expired and waits`,
          `${address} expired`
        )
        waits()
        continue
      }
      const need = yield* Effect.result(needIn(order, owner, signing, parameters))
      if (need._tag === "Failure") {
        if (need.failure._tag === "RpcUnavailable") return yield* need.failure
        yield* refusals.refused(order, `the token refuses the transfer: ${need.failure.reason}`)
        continue
      }
      refusals.forget(order)
      const short = funds.shortOf(need.success)
      if (short !== undefined) {
        if (short !== "") {
          if (!isErrand(order)) yield* notes.note(order.id, "gas")
          yield* raise("chain.funds", `${short}; ${order.purpose}s wait`)
        }
        waits()
        // Others need about as much.
        if (isErrand(order)) continue
        break
      }
      const form = yield* Effect.result(sign(signing, address, order, nonce, need.success, funds))
      if (form._tag === "Failure") {
        yield* raise("chain.signer", `payouts on ${network} wait: ${form.failure.reason}`)
        break
      }
      const { at } = form.success
      const next = yield* wallets.apply(
        transaction,
        { _tag: "SignAgain", form: form.success, at },
        signing.job
      )
      if (next._tag !== "sent") continue
      tokens -= value
      signed.push(next)
    }
    return result()
  })

  return { signQueued, signAgain }
})

const isErrand = ({ purpose }: ChainTransactionOrder): boolean => purpose !== "payout"

/** More than the creation of a contract uses: its code runs, and each byte of the result costs energy. */
const creationEnergy = (data: Hex): bigint => 100_000n + 500n * BigInt(data.length / 2)
