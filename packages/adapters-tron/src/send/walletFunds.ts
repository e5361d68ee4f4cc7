import type { Hex } from "@quittance/adapters-evm"
import { bytesOf } from "@quittance/adapters-evm/parts"
import type { SignedForm } from "@quittance/core/adapter"
import { rawData, readSigned, signedTransaction, type TronTransaction } from "../encode/TronTransaction.ts"
import type { ChainParameters, TronAccount } from "../node/TronApi.ts"
import type { TronSenderOptions } from "./TronSenderOptions.ts"

/** The most that a transaction takes from its wallet. */
interface Taking {
  /** What its energy may burn. */
  readonly feeLimitSun: bigint
  /** Bandwidth. */
  readonly bytes: bigint
}

/** What a transaction is expected to take. */
export interface Need extends Taking {
  readonly energy: bigint
}

/** What a node appends to a transaction for its result (`MAX_RESULT_SIZE_IN_TX`). */
const resultBytes = 64n

const bytesIn = (signed: string): bigint => BigInt(bytesOf(signed as Hex).length) + resultBytes

const noSignature: Hex = `0x${"00".repeat(65)}`

/** Contracts get more expensive while they are used a lot, so a quarter more than the estimate is allowed. */
export const needOf = (
  transaction: TronTransaction,
  energy: bigint,
  { energyPriceSun, maxFeeLimitSun }: ChainParameters
): Need => {
  const wanted = ((energy * 5n) / 4n) * energyPriceSun
  const feeLimitSun = wanted < maxFeeLimitSun ? wanted : maxFeeLimitSun
  const signed = signedTransaction(rawData({ ...transaction, feeLimitSun }), noSignature)
  return { energy, feeLimitSun, bytes: bytesIn(signed) }
}

/** What a signed form may still take. */
const takingOf = ({ bytes }: SignedForm): Taking => ({
  feeLimitSun: readSigned(bytes)?.transaction.feeLimitSun ?? 0n,
  bytes: bytesIn(bytes)
})

/** What a wallet has for transactions, less what its open ones may still take. */
export interface WalletFunds {
  /**
   * Why a transaction has to wait, in a sentence, which is empty if it waits for the open ones only; undefined if it
   * need not.
   */
  readonly shortOf: (need: Need) => string | undefined
  readonly take: (taking: Taking) => void
}

export const walletFunds = (
  { energy: source, network }: Pick<TronSenderOptions, "energy" | "network">,
  wallet: string,
  account: TronAccount,
  { bandwidthPriceSun, energyPriceSun, maxFeeLimitSun }: ChainParameters,
  open: ReadonlyArray<SignedForm>
): WalletFunds => {
  type Means = Pick<TronAccount, "balanceSun" | "bandwidthLeft" | "energyLeft">

  /** Energy that is staked is used first. Bandwidth covers a transaction or does not. */
  const after = ({ bytes, feeLimitSun }: Taking, { balanceSun, bandwidthLeft, energyLeft }: Means) => {
    const energy = (feeLimitSun + energyPriceSun - 1n) / energyPriceSun
    const bought = energy > energyLeft ? energy - energyLeft : 0n
    const isCovered = bytes <= bandwidthLeft
    return {
      bought,
      energyLeft: energyLeft - (energy - bought),
      bandwidthLeft: isCovered ? bandwidthLeft - bytes : bandwidthLeft,
      balanceSun: balanceSun - bought * energyPriceSun - (isCovered ? 0n : bytes * bandwidthPriceSun)
    }
  }

  const lacks = (need: Need, means: Means): string | undefined => {
    const { balanceSun, bought } = after(need, means)
    if (source === "staked" && bought > 0n) return "energy that is staked or rented"
    return balanceSun < 0n ? "TRX to burn for energy and bandwidth" : undefined
  }

  /** What it had at first, and the part that is not reserved for open transactions. */
  let all: Means = account
  let free: Means = account
  for (const form of open) free = after(takingOf(form), free)

  return {
    take: (taking) => {
      all = after(taking, all)
      free = after(taking, free)
    },
    shortOf: (need) => {
      if (!account.isActivated)
        return `wallet ${wallet} on ${network} is not activated and can sign nothing: send it some TRX`
      if (need.energy * energyPriceSun > maxFeeLimitSun)
        return `a transaction from wallet ${wallet} on ${network} needs more energy than the highest fee limit pays for`
      if (lacks(need, free) === undefined) return undefined
      // Nodes subtract what waits there, so open transactions may be counted twice.
      const lacking = lacks(need, all)
      return lacking === undefined ? "" : `wallet ${wallet} on ${network} has too little ${lacking}`
    }
  }
}
