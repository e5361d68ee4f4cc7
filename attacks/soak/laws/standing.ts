import { setTimeout as sleep } from "node:timers/promises"
import type { Answer } from "../Api.ts"
import type { Wanted } from "../Book.ts"
import { newReplays, replay } from "../faults/replay.ts"
import { newOrder } from "../orders.ts"
import { count, type Soak } from "../Soak.ts"

const aliveMillisMax = 60_000

/**
 * Orders a payout until it is answered for good: `served`, or `held` by a store on hold. Anything else for a minute is
 * a fault.
 */
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

/**
 * An operator compares the store with the processing side and releases it. Whatever of the missing was transferred must
 * be in the list of what the store does not know, and nothing may stand in the books differently.
 */
export const release = async (soak: Soak, missing: ReadonlyArray<Wanted>): Promise<void> => {
  const { broken, processing, servers } = soak
  const first = await servers.command("payouts", "release", "--json")
  const survey = JSON.parse(first.output)
  const unknown = new Set(survey.unknown.map(({ reference }: { readonly reference: string }) => reference))
  for (const wanted of missing) {
    const made = wanted.kind === "payout" ? processing.madeByAddress.get(wanted.target) : undefined
    if (made === undefined || unknown.has(made.reference)) continue
    // Perhaps this store made it before it was put back, and nobody was told under which id. Then it knows the key.
    const { status } = await soak.clients.ask(wanted)
    if (status === 200) count(soak, "found again under an id that nobody was told")
    else {
      broken(
        `payout ${wanted.key} is lost and was transferred as ${made.reference}, and quittance payouts release does not list it`
      )
    }
  }
  if (survey.different.length > 0)
    broken(`quittance payouts release finds differences: ${JSON.stringify(survey.different)}`)
  if (first.status === 0 && unknown.size > 0)
    broken("quittance payouts release went over transfers that nobody accepted")
  count(soak, "transfers that a release listed", unknown.size)
  // What is taken down while the store is on hold must not count for it afterwards.
  const replays = newReplays(soak)
  await replay(soak, replays)
  if (first.status !== 0) {
    const { complaint, output, status } = await servers.command("payouts", "release", "--accept-unknown")
    if (status !== 0)
      broken(`quittance payouts release --accept-unknown ended with ${status}: ${complaint}${output}`)
  }
  count(soak, "releases")
  await replay(soak, replays)
  // Servers see it within a second.
  await sleep(1_100)
  if ((await standingOf(soak)) === "held") broken("the store is on hold after quittance payouts release")
}

/** The books prove themselves. */
export const verify = async (soak: Soak): Promise<void> => {
  const begun = performance.now()
  const { complaint, output, status } = await soak.servers.command("ledger", "verify")
  count(soak, "verifications")
  soak.tally.set("last verification, ms", Math.round(performance.now() - begun))
  if (status !== 0) soak.broken(`quittance ledger verify ended with ${status}:\n${complaint}${output}`)
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
