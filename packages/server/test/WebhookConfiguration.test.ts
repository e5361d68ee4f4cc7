import { defaultSettings, millisPerDay } from "@quittance/core"
import { assert, it } from "@effect/vitest"
import { readServeConfiguration } from "../src/configuration/ServeConfiguration.ts"

const webhookOf = (environment: Readonly<Record<string, string>>) =>
  readServeConfiguration(environment).webhook

it("webhooks are kept as long as the core says, and go to public addresses only, until variables say otherwise", () => {
  const { allowPrivate, ports, retentionMillis } = defaultSettings.webhook
  assert.deepStrictEqual(webhookOf({}), { allowPrivate, ports, retentionMillis })
  assert.deepStrictEqual(webhookOf({ QUITTANCE_WEBHOOK_ALLOW_PRIVATE: "1" }), {
    allowPrivate: true,
    ports,
    retentionMillis
  })
  for (const days of [1, 7, 3650]) {
    const { retentionMillis } = webhookOf({ QUITTANCE_WEBHOOK_RETENTION_DAYS: String(days) })
    assert.strictEqual(retentionMillis, days * millisPerDay)
  }
})

it.each(["0", "3651", "10000", "-1", "1.5", "1e2", "30d", "٣"])(
  "QUITTANCE_WEBHOOK_RETENTION_DAYS=%s is refused",
  (value) => {
    assert.throws(
      () => webhookOf({ QUITTANCE_WEBHOOK_RETENTION_DAYS: value }),
      `QUITTANCE_WEBHOOK_RETENTION_DAYS is "${value}"; it must be a whole number of days from 1 to 3650.`
    )
  }
)

it("QUITTANCE_WEBHOOK_PORTS adds ports, and only such", () => {
  assert.deepStrictEqual(webhookOf({ QUITTANCE_WEBHOOK_PORTS: "9443, 10443" }).ports, [9443, 10443])
  for (const value of ["0", "65536", "https", "443-500", "-1", "1e3"])
    assert.throws(
      () => webhookOf({ QUITTANCE_WEBHOOK_PORTS: value }),
      `QUITTANCE_WEBHOOK_PORTS is "${value}"; it must be a comma-separated list of ports from 1 to 65535, such as 9443,10443.`
    )
})
