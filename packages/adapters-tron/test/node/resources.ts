import type { Hex } from "./bytes.ts"
import type { Account, TronState } from "./TronState.ts"

const slotsPerDay = 28_800n

/**
 * What of a usage has not recovered yet: it falls in a straight line to nothing within a day
 * (`ResourceProcessor.increase`). The windows that staking 2.0 merges are left out: one window of a day, from the last
 * use.
 */
const left = (usage: bigint, usedIn: number, slot: number): bigint => {
  const passed = BigInt(slot - usedIn)
  return passed >= slotsPerDay ? 0n : (usage * (slotsPerDay - passed)) / slotsPerDay
}

const above = (value: bigint): bigint => (value > 0n ? value : 0n)

export const energyUsed = ({ energyUsage, energyUsedIn }: Account, slot: number): bigint =>
  left(energyUsage, energyUsedIn, slot)
export const netUsed = ({ netUsage, netUsedIn }: Account, slot: number): bigint =>
  left(netUsage, netUsedIn, slot)
export const freeNetUsed = ({ freeNetUsage, freeNetUsedIn }: Account, slot: number): bigint =>
  left(freeNetUsage, freeNetUsedIn, slot)

/** Staked or rented energy that is not used up (`EnergyProcessor.getAccountLeftEnergyFromFreeze`). */
export const energyLeft = (account: Account, slot: number): bigint =>
  above(account.energyLimit - energyUsed(account, slot))

export const useEnergy = (state: TronState, address: Hex, energy: bigint, slot: number): void =>
  state.change(address, (account) => ({
    energyUsage: energyUsed(account, slot) + energy,
    energyUsedIn: slot
  }))

/** Staked bandwidth, if it suffices for all of the bytes (`BandwidthProcessor.useAccountNet`). */
export const useNet = (
  state: TronState,
  address: Hex,
  account: Account,
  bytes: bigint,
  slot: number
): boolean => {
  const used = netUsed(account, slot)
  if (bytes > account.netLimit - used) return false
  state.change(address, () => ({ netUsage: used + bytes, netUsedIn: slot }))
  return true
}

/**
 * Free bandwidth, if it suffices for all of the bytes (`BandwidthProcessor.useFreeNet`). The limit of all together is
 * left out.
 */
export const useFreeNet = (
  state: TronState,
  address: Hex,
  account: Account,
  bytes: bigint,
  slot: number
): boolean => {
  const used = freeNetUsed(account, slot)
  if (bytes > state.parameters.freeNetLimit - used) return false
  state.change(address, () => ({ freeNetUsage: used + bytes, freeNetUsedIn: slot }))
  return true
}
