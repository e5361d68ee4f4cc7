import { sameTransfer } from "@quittance/core"
import { readBooks, standing } from "./finalBooks.ts"
import type { Run } from "./Run.ts"

/**
 * Transit wallets held against what happened outside: each holds the money that stands at its address and no other, and is
 * there exactly when whoever asked for it was told so.
 */
export const checkWallets = async (run: Run): Promise<void> => {
  const { clients, surroundings } = run
  const say = (fault: string) => void surroundings.world.faults.push(fault)
  const { deposits, wallets } = await readBooks(run)
  for (const { balanceMinor, wallet } of wallets) {
    const credited = deposits.filter(({ _tag, order }) => _tag === "credited" && order.walletId === wallet.id)
    const there = standing(run, wallet)
    const isSame =
      credited.length === there.length &&
      there.every((transfer) => credited.some(({ order }) => sameTransfer(order, transfer)))
    if (!isSame) say(`wallet ${wallet.id} was credited ${credited.length} of ${there.length} transfers`)
    const sum = there.reduce((total, { amountMinor }) => total + amountMinor, 0n)
    if (balanceMinor !== sum) say(`wallet ${wallet.id} shows ${balanceMinor}, and ${sum} stands`)
  }
  for (const { address, isRefused, label, partnerId } of clients.wallets) {
    const made = wallets.filter(({ wallet }) => wallet.label === label && wallet.partnerId === partnerId)
    if (made.length > 1) say(`${label} was made ${made.length} times`)
    if (isRefused && made.length > 0) say(`${label} is there although its partner was told that it is not`)
    if (address !== undefined && made[0]?.wallet.address !== address)
      say(`${label} is not as it was answered`)
  }
  const known = new Set(surroundings.webhookLaws.endpoints.map(({ order }) => order.id))
  for (const { id } of clients.endpoints)
    if (!known.has(id)) say(`webhook ${id} was answered and is not there`)
}
