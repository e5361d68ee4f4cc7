import { assert, describe, it } from "@effect/vitest"
import { PostgresStore } from "@quittance/adapters-postgres"
import { createQuittance, InsufficientFunds } from "@quittance/core"
import { afterwards } from "@quittance/testing"
import { testServer } from "@quittance/testing/postgres"
import { adminOf } from "../server/admin.ts"

const masterKey = Buffer.alloc(32, 7).toString("base64")
const address = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"
const payoutCount = 300

describe("groups of several processes, many of which check first", () => {
  it("never wait for each other in a circle", async () => {
    const url = await (await testServer()).newDatabase()
    const startProcess = async () => {
      const host = await createQuittance({
        store: PostgresStore.layer({ url, mode: "sandbox" }),
        masterKey,
        workers: false,
        settings: { mode: "sandbox" }
      })
      let closing: Promise<void> | undefined
      const close = () => {
        closing ??= host.close()
        return closing
      }
      afterwards(close)
      return { ...host, close }
    }
    const processes = [await startProcess(), await startProcess(), await startProcess()] as const
    const [first] = processes
    const rich = await first.partners.ensure("rich")
    const poor = await first.partners.ensure("poor")
    await first.balances.adjust(rich.id, { amount: 10_000, reason: "funds" })

    // Every refusal sends a whole group to look.
    const payOut = async (nth: number): Promise<"paid" | "refused"> => {
      const { payouts } = processes[nth % processes.length] ?? first
      const partner = nth % 4 === 0 ? poor : rich
      const request = { amount: 1, address, network: "tron", note: `${nth}` }
      try {
        await payouts.create(partner.id, `payout-${nth}`, request)
        return "paid"
      } catch (error) {
        assert.instanceOf(error, InsufficientFunds)
        return "refused"
      }
    }
    const outcomes = await Promise.all(Array.from({ length: payoutCount }, (_, nth) => payOut(nth)))
    assert.lengthOf(
      outcomes.filter((outcome) => outcome === "refused"),
      payoutCount / 4
    )
    // A session counts for others when it ends.
    await Promise.all(processes.map(({ close }) => close()))
    const { rows } = await (await adminOf(url)).query(
      "SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()"
    )
    assert.deepStrictEqual(rows, [{ deadlocks: 0 }])
  })
})
