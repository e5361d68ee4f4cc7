import { assert, expect, it } from "@effect/vitest"
import { defaultSettings } from "@quittance/core"
import { millisPerDay } from "@quittance/core/adapter"
import { readServeConfiguration } from "../src/configuration/ServeConfiguration.ts"

const webhookOf = async (environment: Readonly<Record<string, string>>) =>
  (await readServeConfiguration(environment)).settings.webhook

it("webhooks are kept as long as the core says, and go to public addresses only, until variables say otherwise", async () => {
  assert.deepStrictEqual(await webhookOf({}), defaultSettings.webhook)
  assert.deepStrictEqual(await webhookOf({ QUITTANCE_WEBHOOK_ALLOW_PRIVATE: "1" }), {
    ...defaultSettings.webhook,
    allowPrivate: true
  })
  for (const days of [1, 7, 3650]) {
    const { retentionMillis } = await webhookOf({ QUITTANCE_WEBHOOK_RETENTION_DAYS: String(days) })
    assert.strictEqual(retentionMillis, days * millisPerDay)
  }
})

it.each(["0", "3651", "10000", "-1", "1.5", "1e2", "30d", "٣"])(
  "QUITTANCE_WEBHOOK_RETENTION_DAYS=%s is refused",
  async (value) => {
    await expect(webhookOf({ QUITTANCE_WEBHOOK_RETENTION_DAYS: value })).rejects.toThrow(
      `QUITTANCE_WEBHOOK_RETENTION_DAYS is "${value}"; it must be a whole number of days from 1 to 3650.`
    )
  }
)

it("QUITTANCE_WEBHOOK_PORTS adds ports, and only such", async () => {
  assert.deepStrictEqual((await webhookOf({ QUITTANCE_WEBHOOK_PORTS: "9443, 10443" })).ports, [9443, 10443])
  for (const value of ["0", "65536", "https", "443-500", "-1", "1e3"])
    await expect(webhookOf({ QUITTANCE_WEBHOOK_PORTS: value })).rejects.toThrow(
      `QUITTANCE_WEBHOOK_PORTS is "${value}"; it must be a comma-separated list of ports from 1 to 65535, such as 9443,10443.`
    )
})
