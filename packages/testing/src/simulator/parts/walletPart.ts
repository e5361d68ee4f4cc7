import { TransitWallets } from "@quittance/core"
import { type RecordedDeposit, sameTransfer, type TransitWallet } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { Act, Part } from "../Part.ts"
import { granted, newWish, type Wish } from "../Request.ts"
import type { Run } from "../Run.ts"
import { networks, refreshDeposit, sendMoney } from "./cryptoInvoicePart.ts"
import { readUsdtBooks, standing, sumOf } from "./usdtBooks.ts"

const usdt = 1_000_000n

/** Transit wallets, and whoever sends money to them. */
export const walletPart = (run: Run): Part => {
  const { chance } = run
  const wishes: Array<Wish<TransitWallet>> = []
  let count = 0

  const open = (): Act => {
    count += 1
    const wish = newWish<TransitWallet>(run.partnerId, `wallet-${count}`)
    wishes.push(wish)
    const { name: label, partnerId } = wish
    const network = chance.oneOf(networks)
    return {
      name: `${label} of ${partnerId} on ${network}`,
      effect: Effect.gen(function* () {
        const wallets = yield* TransitWallets
        const made = Effect.map(wallets.create(partnerId, { label, network }), ({ wallet }) => wallet)
        return (yield* granted(wish, made)).id
      }),
      refusals: ["DepositAddressesUnavailable", "StoreOnHold"]
    }
  }

  return {
    name: "wallets",
    weight: 7,
    happens: () => {
      const wallet = chance.oneOfAny(wishes)?.answer
      if (wallet !== undefined && chance.happens(0.1))
        sendMoney(run, wallet, [5n * usdt, 5n * usdt, 33_333_333n, 1n, 0n])
    },
    acts: () => {
      const wallet = chance.oneOfAny(wishes)?.answer
      return [
        [2, open],
        [3, () => wallet && refreshDeposit(wallet)]
      ]
    },
    brokenBy: ({ aggregates, events }) => {
      const deposits = aggregates.flatMap((write) => (write._tag === "TransitDeposit" ? [write.state] : []))
      return events.flatMap(({ event: { _tag }, subjectId }) =>
        _tag === "DepositCredited" || _tag === "DepositReversed" || _tag === "DepositDropped"
          ? deposits
              .filter(({ order }) => order.id === subjectId)
              .flatMap((deposit) => brokenDeposit(run, deposit, _tag))
          : []
      )
    },
    storeWasPutBack: () => void wishes.splice(0),
    settle: { watched: () => checkWatched(run) },
    closeBooks: () => checkWallets(run, wishes)
  }
}

/** A deposit is credited when its money is there for good, and is gone when the network says so. */
const brokenDeposit = (
  { outside: { chain } }: Run,
  { amountMinor, order }: RecordedDeposit,
  what: "DepositCredited" | "DepositReversed" | "DepositDropped"
): ReadonlyArray<string> => {
  const transfer = chain.at(order.network, order.address).find((each) => sameTransfer(each, order))
  const name = `${what} of ${order.txHash}/${order.logIndex} to ${order.walletId}`
  if (transfer === undefined) return [`${name}, which is not on the network`]
  if (what !== "DepositCredited") return transfer.dropped ? [] : [`${name}, which stands`]
  const isFinal = chain.confirmationsOf(transfer) >= order.requiredConfirmations && !transfer.dropped
  return isFinal && transfer.amountMinor === amountMinor ? [] : [`${name}, which is not so`]
}

/** Wallets are watched for good: what stands is credited without anybody's doing. */
const checkWatched = async (run: Run): Promise<void> => {
  const { deposits, wallets } = await readUsdtBooks(run)
  for (const { wallet } of wallets) {
    for (const shown of run.outside.chain.at(wallet.network, wallet.address)) {
      if (shown.reorganised || shown.amountMinor === 0n) continue
      const isCredited = deposits.some(
        ({ _tag, order }) => _tag === "credited" && order.walletId === wallet.id && sameTransfer(order, shown)
      )
      if (!isCredited) run.say(`nobody saw ${shown.txHash} of ${wallet.id}`)
    }
  }
}

/**
 * Each holds the money that stands at its address and no other, and is there exactly when whoever asked was told so.
 */
const checkWallets = async (run: Run, wishes: ReadonlyArray<Wish<TransitWallet>>): Promise<void> => {
  const { deposits, wallets } = await readUsdtBooks(run)
  for (const { balanceMinor, wallet } of wallets) {
    const credited = deposits.filter(({ _tag, order }) => _tag === "credited" && order.walletId === wallet.id)
    const there = standing(run, wallet).filter(({ amountMinor }) => amountMinor > 0n)
    const isSame =
      credited.length === there.length &&
      there.every((transfer) => credited.some(({ order }) => sameTransfer(order, transfer)))
    if (!isSame) run.say(`wallet ${wallet.id} was credited ${credited.length} of ${there.length} transfers`)
    const sum = sumOf(there)
    if (balanceMinor !== sum) run.say(`wallet ${wallet.id} shows ${balanceMinor}, and ${sum} stands`)
  }
  for (const { answer, isRefused, name, partnerId } of wishes) {
    const made = wallets.filter(({ wallet }) => wallet.label === name && wallet.partnerId === partnerId)
    if (made.length > 1) run.say(`${name} was made ${made.length} times`)
    if (isRefused && made.length > 0) run.say(`${name} is there although its partner was told that it is not`)
    if (answer !== undefined && made[0]?.wallet.address !== answer.address)
      run.say(`${name} is not as it was answered`)
  }
}
