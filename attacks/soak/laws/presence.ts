import { setTimeout as sleep } from "node:timers/promises"
import type { Answer } from "../Api.ts"
import type { Wanted } from "../Book.ts"
import { readOf } from "../Clients.ts"
import { count, type Soak } from "../Soak.ts"

const atOnce = 12
const patienceMillis = 120_000

/** Reads each of them; a server that is busy or just starts is asked again. */
export const lookAtEach = async (
  { api, broken }: Soak,
  wanted: ReadonlyArray<Wanted>,
  seen: (wanted: Wanted, answer: Answer) => void
): Promise<void> => {
  const rest = wanted.values()
  const look = async (): Promise<void> => {
    for (const each of rest) {
      const { id, lostCount } = each
      const deadline = Date.now() + patienceMillis
      for (;;) {
        const answer = await api.send(readOf(each))
        // Lost and perhaps wanted anew meanwhile.
        if (each.id !== id || each.lostCount !== lostCount) break
        if (answer.status === 200 || answer.status === 404) {
          seen(each, answer)
          break
        }
        if (Date.now() > deadline) {
          broken(`${each.kind} ${id} cannot be read: ${answer.status} ${answer.code}`)
          break
        }
        await sleep(answer.status === 429 ? 250 : 500)
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, look))
}

const ago = (instant: number): string => `${((Date.now() - instant) / 1_000).toFixed(1)} s ago`

/** Each of them is there, and shows nothing that the world outside contradicts. */
export const mustBeThere = (
  soak: Soak,
  wanted: ReadonlyArray<Wanted>,
  seen: (wanted: Wanted, body: Answer["body"]) => void = () => undefined
): Promise<void> =>
  lookAtEach(soak, wanted, (each, { body, status }) => {
    if (status === 404) {
      soak.broken(
        `${each.kind} ${each.id} (key ${each.key} of ${each.partner.name}) was acknowledged ${ago(each.acknowledgedAt)} and is not there; ` +
          `no store that lost it was on hold`
      )
    } else {
      agrees(soak, each, body)
      seen(each, body)
    }
  })

/**
 * What was acknowledged and is not there, not even as what it was in an earlier store, a copy of which may be this one;
 * what is there must agree with the world outside.
 */
export const missingOf = async (
  soak: Soak,
  wanted: ReadonlyArray<Wanted>
): Promise<ReadonlyArray<Wanted>> => {
  let missing = await notThere(soak, wanted)
  const named = new Map(missing.map((each) => [each, { id: each.id, place: each.place }]))
  for (let back = 1; missing.some(({ earlier }) => earlier.length >= back); back++) {
    const before = missing.filter(({ earlier }) => earlier.length >= back)
    for (const each of before) Object.assign(each, each.earlier.at(-back))
    const found = new Set(before)
    for (const each of await notThere(soak, before)) found.delete(each)
    count(soak, "found again under an earlier id", found.size)
    // A copy of the store in which it had the other name may come back as well.
    for (const each of found) each.earlier.push(...[named.get(each)].filter((name) => name !== undefined))
    missing = missing.filter((each) => !found.has(each))
  }
  for (const each of missing) Object.assign(each, named.get(each))
  return missing
}

const notThere = async (soak: Soak, wanted: ReadonlyArray<Wanted>): Promise<ReadonlyArray<Wanted>> => {
  const missing: Array<Wanted> = []
  await lookAtEach(soak, wanted, (each, { body, status }) => {
    if (status === 404) missing.push(each)
    else agrees(soak, each, body)
  })
  return missing
}

const minor = (amount: number): bigint => BigInt(Math.round(amount * 1_000_000))

/** At any moment: nothing is final that the processing side did not do, nothing is credited that no network shows. */
const agrees = ({ broken, chain, processing }: Soak, wanted: Wanted, body: Answer["body"]): void => {
  switch (wanted.kind) {
    case "payout": {
      const { error, status } = body.payout
      const made = processing.madeByAddress.get(wanted.target)
      if (status === "COMPLETED" && made === undefined) {
        broken(
          `payout ${wanted.id} is COMPLETED and the processing side made no transfer to ${wanted.target}`
        )
      }
      if (status === "FAILED" && made !== undefined && error === null) {
        broken(`payout ${wanted.id} is FAILED and the processing side made transfer ${made.reference}`)
      }
      return
    }
    case "cryptoInvoice":
    case "wallet": {
      const credited = minor(wanted.kind === "wallet" ? body.wallet.balance : body.invoice.paidAmount)
      const kept = chain.keptMinor(wanted.network, wanted.place)
      if (credited > kept) {
        broken(
          `${wanted.kind} ${wanted.id} shows ${credited} credited; its network has ${kept} at ${wanted.place}`
        )
      }
    }
  }
}
