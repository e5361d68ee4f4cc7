import { setTimeout as sleep } from "node:timers/promises"
import type { Answer } from "../Api.ts"
import { type Soak, count } from "../Soak.ts"
import { newOrder } from "../orders.ts"

const aliveMillisMax = 60_000

/** Orders a payout until it is answered for good: `served`, or `held` by a store on hold. Anything else for a minute is a fault. */
export const standingOf = async (soak: Soak): Promise<"served" | "held"> => {
  const [partner] = soak.partners
  const probe = newOrder("payout", soak.book, soak.dice, partner as Soak["partners"][number])
  const deadline = Date.now() + aliveMillisMax
  let answer: Answer | undefined
  while (Date.now() < deadline) {
    answer = await soak.clients.ask(probe)
    if (answer.status === 200) return "served"
    if (answer.code === "store_on_hold") return "held"
    await sleep(300)
  }
  soak.broken(
    `no payout was taken for ${aliveMillisMax / 1_000} s: the last answer was ${answer?.status} ${answer?.code} ${JSON.stringify(answer?.body)}`
  )
  return "served"
}

/** An operator compares and releases. */
export const release = async (soak: Soak): Promise<void> => {
  const { output, status } = await soak.servers.command("payouts", "release")
  if (status !== 0) soak.broken(`quittance payouts release ended with ${status}: ${output}`)
  count(soak, "releases")
  if ((await standingOf(soak)) === "held") soak.broken("the store is on hold after quittance payouts release")
}

/** The books prove themselves. */
export const verify = async (soak: Soak): Promise<void> => {
  const begun = performance.now()
  const { output, status } = await soak.servers.command("ledger", "verify")
  count(soak, "verifications")
  soak.tally.set("last verification, ms", Math.round(performance.now() - begun))
  if (status !== 0) soak.broken(`quittance ledger verify ended with ${status}:\n${output}`)
}

/** available = received − paidOut + adjustments, for every partner. */
export const balances = async (soak: Soak): Promise<void> => {
  for (const partner of soak.partners) {
    const { body, status } = await soak.api.send({
      partner,
      family: "crypto",
      method: "GET",
      path: "/api/v2/crypto/balance"
    })
    if (status !== 200) continue
    const { adjustments, available, paidOut, received } = body.balance
    const micros = (amount: number): number => Math.round(amount * 1_000_000)
    if (micros(available) !== micros(received) - micros(paidOut) + micros(adjustments)) {
      soak.broken(`the balance of ${partner.name} does not add up: ${JSON.stringify(body.balance)}`)
    }
  }
}
