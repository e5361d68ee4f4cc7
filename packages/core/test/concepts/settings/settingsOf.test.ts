import { Option, Result } from "effect"
import { assert, describe, it } from "vitest"
import { defaultSettings, settingsOf, standardSettings } from "../../../src/concepts/settings/Settings.ts"
import { millisPerDay } from "../../../src/kernel/time/Instant.ts"

const accepted = (given: unknown) => Result.getOrThrow(settingsOf(given))

const faultsOf = (given: unknown): ReadonlyArray<string> =>
  Result.match(settingsOf(given), {
    onFailure: ({ issues }) => issues.map(({ field, message }) => `${field} ${message}`),
    onSuccess: () => []
  })

describe("settings that a program gives", () => {
  it("are merged deeply: what is not named stays as it is", () => {
    const { webhook, ...others } = accepted({ webhook: { allowPrivate: true } })
    const { webhook: standard, ...otherStandards } = defaultSettings
    assert.deepStrictEqual(webhook, { ...standard, allowPrivate: true })
    assert.deepStrictEqual(others, otherStandards)
    assert.deepStrictEqual(accepted(undefined), defaultSettings)
    assert.deepStrictEqual(accepted({ webhook: undefined, kyc: { lifeMillis: undefined } }), defaultSettings)
  })

  it("take what is standard in their mode: live charges nothing that nobody decided on", () => {
    const live = accepted({ mode: "live" })
    assert.deepStrictEqual(live, standardSettings("live"))
    assert.strictEqual(live.invoiceFee.basisPoints, 0)
    for (const { payoutFee } of live.networks) assert.strictEqual(payoutFee.fixedMinor, 0n)
    assert.lengthOf(live.webhook.retryPolicy.delaysMillis, 10)
    assert.strictEqual(defaultSettings.invoiceFee.basisPoints, 100)
    assert.lengthOf(defaultSettings.webhook.retryPolicy.delaysMillis, 3)
  })

  it("are given again as they are", () => {
    for (const mode of ["sandbox", "live"] as const)
      assert.deepStrictEqual(accepted(standardSettings(mode)), standardSettings(mode))
  })

  it("a fee is what is said of it: what is left out of it is nothing", () => {
    assert.deepStrictEqual(accepted({ invoiceFee: { fixedMinor: 5n } }).invoiceFee, {
      basisPoints: 0,
      fixedMinor: 5n,
      minMinor: 0n,
      maxMinor: Option.none()
    })
  })

  it("a public URL loses the slashes at its end, which links would double", () => {
    assert.strictEqual(
      accepted({ publicUrl: "https://pay.example/shop//" }).publicUrl,
      "https://pay.example/shop"
    )
  })

  it("accounts at banks are given as a whole, and faults in them are told by field", () => {
    const euros = {
      name: "main",
      currency: "EUR",
      account: "DE89370400440532013000",
      timeZone: "Europe/Berlin",
      settlementDays: 5
    }
    assert.deepStrictEqual(defaultSettings.banks, [])
    assert.deepStrictEqual<unknown>(accepted({ banks: [euros] }).banks, [euros])
    const dollars = { ...euros, name: "us", currency: "USD" }
    assert.lengthOf(accepted({ banks: [euros, dollars] }).banks, 2)
    const { timeZone: _, ...timeless } = euros
    assert.deepStrictEqual(
      faultsOf({
        banks: [{ ...euros, name: "Main", account: "DE89 3704", settlementDays: 61, bic: "X" }, timeless]
      }),
      [
        "settings.banks.0.bic is not a setting of a bank account",
        "settings.banks.0.name must be a name of 1 to 40 lower-case letters, digits and hyphens that begins with a letter",
        "settings.banks.0.account must be the IBAN or number of the account, 4 to 34 capital letters and digits without spaces",
        "settings.banks.0.settlementDays must be from 0 to 30",
        "settings.banks.1.timeZone is required"
      ]
    )
    assert.deepStrictEqual(faultsOf({ banks: [euros, euros] }), [
      "settings.banks must not have a name twice",
      "settings.banks must not have an account in one currency twice"
    ])
    assert.deepStrictEqual(faultsOf({ banks: [{ ...euros, timeZone: "Berlin", currency: "GBP" }] }), [
      'settings.banks.0.currency must be "USD" or "EUR" or "RUB" or "KZT"',
      "settings.banks.0.timeZone must be the name of a time zone such as Europe/Berlin or UTC"
    ])
  })

  it("every fault is told at once, by its path, with what would be right", () => {
    assert.deepStrictEqual(
      faultsOf({
        mode: "prod",
        webhok: 1,
        publicUrl: "https://pay.example?shop=1",
        invoice: { expiresInMinutesDefault: 5_000 },
        kyc: { lifeMillis: "1d", picture: { sharpnessMin: -1 } },
        fiatInvoice: { bounds: { USD: { minMinor: 5 } } },
        invoiceFee: { basisPoints: 10_001 },
        networks: [defaultSettings.networks[0], defaultSettings.networks[0]]
      }).map((fault) => fault.replace(/; the settings are .*/, "; …")),
      [
        "settings.webhok is not a setting; …",
        'settings.mode must be "sandbox" or "live"',
        "settings.networks must not name a network twice",
        "settings.invoiceFee.basisPoints must be from 0 to 10000",
        "settings.invoice.expiresInMinutesMax must be at least expiresInMinutesDefault",
        "settings.fiatInvoice.bounds.USD.minMinor must be a bigint of minor units",
        "settings.kyc.lifeMillis must be a whole number of milliseconds",
        "settings.kyc.picture.sharpnessMin must be from 0 to 100000",
        "settings.publicUrl must be an absolute http or https URL without query, such as https://pay.example.com"
      ]
    )
  })

  it.each([
    ["https://shop.example//payments", "must have no empty, . or .. part in its path"],
    ["https://shop.example/payments/../admin", "must have no empty, . or .. part in its path"],
    ["https://shop.example/%2E%2e/payments", "must have no empty, . or .. part in its path"],
    [`https://shop.example/${"x".repeat(480)}`, "must have at most 500 characters"]
  ])("%s is no start of links", (publicUrl, says) => {
    assert.include(faultsOf({ publicUrl }).join("; "), `settings.publicUrl ${says}`)
  })

  it.each(["https://shop.example/payments//", "https://shop.example/.well-known/..pay/%2f"])(
    "%s is a start of links",
    (publicUrl) => assert.deepStrictEqual(faultsOf({ publicUrl }), [])
  )

  it.each([null, [], "live", 5, () => ({})])("%s is no settings", (given) => {
    assert.match(faultsOf(given).join("; "), /^settings must be an object(?:, but is [a-z ]+)?$/)
  })

  it("what is for development only is refused in live mode", () => {
    assert.deepStrictEqual(
      faultsOf({ mode: "live", payout: { onUnknown: "fail" }, webhook: { allowPrivate: true } }),
      ['settings.payout.onUnknown must be "hold"', "settings.webhook.allowPrivate must be false in live mode"]
    )
    assert.deepStrictEqual(faultsOf({ payout: { onUnknown: "fail" }, webhook: { allowPrivate: true } }), [])
  })

  it("a key that JSON calls __proto__ is one more unknown setting", () => {
    const faults = faultsOf(JSON.parse('{"__proto__": {"mode": "live"}}'))
    assert.match(faults.join(), /^settings\.__proto__ is not a setting; the settings are mode, /)
    assert.deepStrictEqual(
      accepted({ kyc: { retentionMillis: 2 * millisPerDay } }).kyc.retentionMillis,
      2 * millisPerDay
    )
  })
})
