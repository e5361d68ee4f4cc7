import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { type Attack, mustHold } from "./Attack.ts"
import { callWithSecret, send, signRequest } from "./SignedClient.ts"
import { Victim } from "./Victim.ts"

const hourMillis = 3_600_000
/** Longer than the server waits between two looks for what it may forget. */
const aheadMillis = 13_000
const settleMillis = 100

const payout = { amount: 10, address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", network: "tron" }
const payoutsPath = "/api/v2/crypto/payouts"
const balancePath = "/api/v2/crypto/balance"

const underMovedClock = async (victim: Victim, setAhead: (millis: number) => Promise<void>) => {
  const { credentials } = victim
  await callWithSecret(victim, "/sandbox/v1/balance/credit", { amount: 1_000 })
  const captured = signRequest(credentials, payoutsPath, payout)
  const first = await send(victim, captured, "the owner's")
  mustHold(first.status === 200, `the payout was refused: ${first.code}`)

  await setAhead(hourMillis)
  // Read by the time of the server's clock, so that its bucket is used an hour ahead.
  const soon = signRequest(credentials, balancePath)
  await send(victim, soon)
  await setTimeout(aheadMillis)
  await setAhead(0)

  const again = await send(victim, captured, "the thief's")
  mustHold(again.status === 401, `the captured payout was answered ${again.status} ${again.code ?? ""}`)
  const honest = await send(victim, signRequest(credentials, payoutsPath, payout), "the owner's next")
  mustHold(honest.status === 200, `a payout that was signed now is refused: ${honest.code}`)

  let limited = 0
  for (let index = 0; index < 300; index++)
    if ((await send(victim, signRequest(credentials, balancePath))).status === 429) limited += 1
  await setTimeout(2_000)
  const read = await send(victim, signRequest(credentials, balancePath))
  mustHold(read.status === 200, `two seconds after the clock is back a read is answered ${read.status}`)
  const balance = read.body as { readonly paidOut?: number; readonly balance?: { readonly paidOut?: number } }
  return [
    `the captured payout with a new key: ${again.status} ${again.code}`,
    `a payout that was signed after it: ${honest.status}`,
    `300 reads in a row: ${limited} over the rate; two seconds later: ${read.status}`,
    `paid out: ${JSON.stringify(balance.balance?.paidOut ?? balance.paidOut)}`
  ]
}

export const clockJump: Attack = {
  name: "clockJump",
  tries:
    "the server's clock is an hour ahead for 13 s and back; a captured payout is sent with a new key: it must pay nobody",
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), "quittance-clock-"))
    const file = join(folder, "ahead")
    writeFileSync(file, "0")
    const victim = await Victim.start({
      environment: { QUITTANCE_CLOCK_FILE: file },
      nodeArguments: ["--import", fileURLToPath(new URL("movedClock.ts", import.meta.url))]
    })
    const setAhead = async (millis: number): Promise<void> => {
      writeFileSync(file, String(millis))
      await setTimeout(settleMillis)
    }
    try {
      return await underMovedClock(victim, setAhead)
    } finally {
      await victim.end()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
