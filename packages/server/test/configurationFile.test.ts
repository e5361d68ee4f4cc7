import { execFileSync } from "node:child_process"
import { mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { defaultSettings } from "@quittance/core"
import { fiatCurrencies, millisPerDay, millisPerMinute, millisPerSecond } from "@quittance/core/adapter"
import { temporaryFolder } from "@quittance/testing"
import { type ConfigurationFile, readConfigurationFile } from "../src/configuration/ConfigurationFile.ts"
import { jsonSchemaText } from "../src/configuration/fileSettings.ts"
import { repeatedKeys } from "../src/configuration/repeatedKeys.ts"

const written = (content: string | Uint8Array, name = "quittance.config.json"): string => {
  const path = join(temporaryFolder(), name)
  writeFileSync(path, content)
  return path
}

const read = (content: string | Uint8Array, name?: string) =>
  readConfigurationFile(written(content, name), undefined)

const faultsOf = async (content: string | Uint8Array, name?: string) => (await read(content, name)).faults

/** The settings without the accounts that are invented for a sandbox, and these. */
const standard = async (reading: Promise<ConfigurationFile>) => {
  const { banks, ...settings } = (await reading).settings
  return { banks, settings: { ...settings, banks: [] } }
}

const usdt = 1_000_000n

describe("a configuration file", () => {
  it("says what is other than the standard, in the notation of people", async () => {
    const { faults, rateLimits, settings } = await read(`{
      "$schema": "./node_modules/quittance/quittance.config.schema.json",
      "networks": { "tron": { "minPayout": 2.5, "payoutFee": { "percent": "0.25", "fixed": 1.5, "max": 20 } }, "bsc": { "payouts": false, "tolerance": { "percent": 0.5, "fixed": "0.2" } } },
      "invoiceFee": { "percent": 0.5, "min": "0.10" },
      "feePayer": "payer",
      "payout": { "retryPolicy": { "delays": ["0s", "90s", "1h"] } },
      "fiatInvoice": { "bounds": { "USD": { "max": 0.5e3 } } },
      "webhook": { "endpointsMax": 3, "ports": [9443], "callTimeout": "5s" },
      "kyc": { "retention": "90d" },
      "rateLimits": { "batches": { "rate": "30/m" } }
    }`)
    assert.deepStrictEqual(faults, [])
    const [tron, ethereum, bsc] = settings.networks
    assert.strictEqual(tron?.minPayoutMinor, 2_500_000n)
    assert.strictEqual(tron?.maxPayoutMinor, 50_000n * usdt)
    assert.deepInclude(tron?.payoutFee, { basisPoints: 25, fixedMinor: 1_500_000n, minMinor: 0n })
    assert.deepStrictEqual(ethereum, defaultSettings.networks[1])
    assert.isFalse(bsc?.payouts)
    assert.deepStrictEqual(
      [tron?.tolerance, bsc?.tolerance],
      [
        { basisPoints: 0, fixedMinor: 0n },
        { basisPoints: 50, fixedMinor: 200_000n }
      ]
    )
    assert.deepInclude(settings.invoiceFee, { basisPoints: 50, fixedMinor: 0n, minMinor: 100_000n })
    assert.strictEqual(settings.feePayer, "payer")
    assert.deepStrictEqual(settings.payout, {
      ...defaultSettings.payout,
      retryPolicy: { delaysMillis: [0, 90 * millisPerSecond, 60 * millisPerMinute], jitterRatio: 0.2 }
    })
    assert.deepStrictEqual(settings.fiatInvoice.bounds.USD, { minMinor: 50n, maxMinor: 50_000n })
    assert.deepStrictEqual(settings.webhook, {
      ...defaultSettings.webhook,
      ...{ endpointsMax: 3, ports: [9443], callTimeoutMillis: 5 * millisPerSecond }
    })
    assert.strictEqual(settings.kyc.retentionMillis, 90 * millisPerDay)
    assert.deepStrictEqual(rateLimits.batches, { capacity: 6, perSecond: 0.5 })
  })

  it("that says nothing, or is not there, leaves everything standard", async () => {
    const { banks, settings } = await standard(read("{}"))
    assert.deepStrictEqual(settings, defaultSettings)
    assert.deepStrictEqual(await standard(readConfigurationFile(undefined, undefined)), { banks, settings })
    // Its sandbox has an account in each currency to try transfers with.
    assert.sameMembers(
      banks.map(({ currency }) => currency),
      [...fiatCurrencies]
    )
  })

  it("is the same as an ES module, whose numbers count by their shortest form", async () => {
    const module =
      'export default { mode: "live", invoiceFee: { percent: 0.1 }, kyc: { retention: undefined } }'
    const { faults, settings } = await read(module, "quittance.config.mjs")
    assert.deepStrictEqual(faults, [])
    assert.strictEqual(settings.mode, "live")
    assert.strictEqual(settings.invoiceFee.basisPoints, 10)
    assert.deepStrictEqual(
      await faultsOf("export default { networks: { tron: { minPayout: 0.1 + 0.2 } } }", "a.mjs"),
      ["networks.tron.minPayout must have at most 6 decimals in USDT"]
    )
  })

  it("tells all its faults at once, by their paths and without its values", async () => {
    const faults = await faultsOf(`{
      "mode": "s3cret",
      "secrets": { "token": "s3cret" },
      "networks": { "tron": { "confirmations": 0, "minPayout": 100, "maxPayout": 99, "tolerance": { "percent": 101, "min": 1 } }, "solana": {} },
      "invoiceFee": { "percent": 100.01, "max": "s3cret" },
      "fiatInvoice": { "bounds": { "KZT": { "min": 0.001 }, "USD": { "max": 1e400 } }, "lifeMin": "2d" },
      "payout": { "retryPolicy": { "delays": ["0s", 15, "1 m"], "jitterRatio": 2 }, "callTimeoutMillis": 5 },
      "invoice": { "expiresInMinutesMin": 1.5, "watch": "-1d", "poll": "1w" },
      "rateLimits": { "reads": { "rate": "0/s" } }
    }`)
    assert.notInclude(faults.join(), "s3cret")
    assert.deepStrictEqual(
      faults.map((fault) => fault.replace(/; the settings are .*/, "; …")),
      [
        "secrets is not a setting; …",
        'mode must be "sandbox" or "live"',
        "networks.solana is not a setting; …",
        "networks.tron.confirmations must be from 1 to 100000",
        "networks.tron.tolerance.min is not a setting; …",
        "networks.tron.tolerance.percent must be a percentage from 0 to 100 with at most 2 decimals",
        "invoiceFee.percent must be a percentage from 0 to 100 with at most 2 decimals",
        "invoiceFee.max must be a decimal number such as 1250.5, without thousands separators",
        "invoice.expiresInMinutesMin must be a whole number",
        "invoice.watch must be a whole number with its unit: ms, s, m, h or d, such as 15s",
        "invoice.poll must be a whole number with its unit: ms, s, m, h or d, such as 15s",
        "payout.callTimeoutMillis is not a setting; …",
        "payout.retryPolicy.delays.1 must be a duration such as 15s, 90m or 7d",
        "payout.retryPolicy.delays.2 must be a whole number with its unit: ms, s, m, h or d, such as 15s",
        "payout.retryPolicy.jitterRatio must be from 0 to 0.9",
        "fiatInvoice.bounds.USD.max is too large",
        "fiatInvoice.bounds.KZT.min must have at most 2 decimals in KZT",
        "rateLimits.reads.rate must be a whole number from 1 and its unit: /s, /m, /h or /d, such as 100/s"
      ]
    )
    assert.deepStrictEqual(
      await faultsOf('{ "networks": { "tron": { "minPayout": 100, "maxPayout": 99 } } }'),
      ["networks.tron.maxPayout must be at least minPayout"]
    )
  })

  it.each<readonly [string, string | Uint8Array, ReadonlyArray<string>]>([
    [
      "no JSON",
      '{ "mode": sandbox }',
      ["it must be well-formed JSON; line 1, column 11: a text must stand in double quotes"]
    ],
    [
      "cut off",
      '{\n"mode": "live"',
      [
        "it must be well-formed JSON; line 2, column 15: the text ends where a comma or } must stand: it may have been cut off"
      ]
    ],
    [
      "empty",
      "",
      [
        "it must be well-formed JSON; line 1, column 1: the text ends where a value must stand: it may have been cut off"
      ]
    ],
    ["not UTF-8", Uint8Array.of(0x7b, 0xff, 0x7d), ["it must be UTF-8"]],
    ["no object", "[]", ["it must be an object, but is a list"]],
    ["a number", "1e400", ["it must be an object, but is a text"]],
    [
      "a key twice",
      '{"kyc":{"life":"1d","life":"2d"},"kyc":{}}',
      ["kyc.life is given twice", "kyc is given twice"]
    ],
    [
      "a key twice in other letters",
      String.raw`{"mode":"live","mo\u0064e":"sandbox"}`,
      ["mode is given twice"]
    ],
    ["too deep", "[".repeat(100_000) + "]".repeat(100_000), ["it must be object"]]
  ])("with %s is refused", async (_what, content, expected) => {
    const faults = await faultsOf(content)
    assert.deepStrictEqual(
      faults.map((fault) =>
        fault.replace(/^it must be well-formed JSON; .* levels may be nested$/, expected[0] ?? "")
      ),
      expected
    )
  })

  it("may begin with a byte order mark", async () => {
    assert.deepStrictEqual(await faultsOf('\ufeff{ "mode": "live" }'), [])
  })

  it("has no place for __proto__, which a parser would take for a key", async () => {
    const [fault] = await faultsOf('{ "__proto__": { "mode": "live" }, "networks": { "__proto__": {} } }')
    assert.match(fault ?? "", /^__proto__ is not a setting; /)
  })

  it.each([
    ["throws", 'throw new Error("no environment")', "it cannot be loaded: no environment"],
    ["has no default export", "export const mode = 1", "it must export the configuration as its default"],
    ["exports a promise", "export default Promise.resolve({})", "its default export must be a JSON value"],
    ["has a map", "export default { networks: new Map() }", "networks must be a JSON value"],
    ["has a bigint", "export default { invoiceFee: { fixed: 1n } }", "invoiceFee.fixed must be a JSON value"],
    [
      "is endless",
      "const a = {}; a.kyc = a; export default a",
      `${"kyc.".repeat(15)}kyc must be a JSON value`
    ],
    [
      "throws when it is read",
      'export default { get mode() { throw new Error("later") } }',
      "it cannot be loaded: later"
    ]
  ])("as a module that %s is refused", async (_what, content, fault) => {
    assert.deepStrictEqual(await faultsOf(content, "quittance.config.mjs"), [fault])
  })

  it("is a file of a sane size", async () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, "quittance.config.json"))
    const faults = async (path: string) => (await readConfigurationFile(path, undefined)).faults
    assert.deepStrictEqual(await faults(join(folder, "quittance.config.json")), [
      "it must be a file, but is a folder or a device"
    ])
    assert.deepStrictEqual(await faults(join(folder, "none.json")), ["there is no such file"])
    const pipe = join(folder, "pipe.json")
    execFileSync("mkfifo", [pipe])
    assert.deepStrictEqual(await faults(pipe), ["it must be a file, but is a folder or a device"])
    const large = written("{}")
    truncateSync(large, 100 * 1024 * 1024)
    assert.deepStrictEqual(await faults(large), ["it must have at most 262144 bytes"])
  })

  it("in live mode has no fee that it does not set, and nothing that is for development only", async () => {
    const live = await read('{ "mode": "live", "invoiceFee": { "percent": 2 } }')
    assert.strictEqual(live.settings.invoiceFee.basisPoints, 200)
    assert.isTrue(live.settings.networks.every(({ payoutFee }) => payoutFee.fixedMinor === 0n))
    assert.isTrue(live.says("invoiceFee", "percent"))
    assert.isFalse(live.says("networks", "tron", "payoutFee"))
    assert.deepStrictEqual(
      await faultsOf(
        '{ "mode": "live", "webhook": { "allowPrivate": true }, "payout": { "onUnknown": "fail" } }'
      ),
      ['payout.onUnknown must be "hold"', "webhook.allowPrivate must be false in live mode"]
    )
  })

  it("is read in the mode that the environment names", async () => {
    const path = written('{ "mode": "live" }')
    const { settings } = await standard(readConfigurationFile(path, "sandbox"))
    assert.deepStrictEqual(settings, defaultSettings)
  })

  it("names accounts that money is transferred to; in a sandbox the others are invented", async () => {
    const euros = {
      currency: "EUR",
      beneficiary: "Beispiel GmbH",
      iban: "DE89 3704 0044 0532 0130 00",
      settlementDays: 3
    }
    const file = (banks: object, mode = "live") => JSON.stringify({ mode, banks })
    const main = { name: "main", currency: "EUR", account: "DE89370400440532013000" }
    const live = await read(file({ main: euros }))
    assert.deepStrictEqual(live.faults, [])
    assert.deepStrictEqual<unknown>(live.settings.banks, [
      { ...main, timeZone: "Europe/Berlin", settlementDays: 3 }
    ])
    assert.deepInclude(live.accounts.main, { iban: main.account, beneficiary: "Beispiel GmbH" })
    const sandbox = (await read(file({ main: euros }, "sandbox"))).settings.banks
    assert.deepStrictEqual(
      sandbox.map(({ name }) => name),
      ["sandbox-rub", "sandbox-kzt", "sandbox-usd", "main"]
    )
    assert.deepStrictEqual(
      await faultsOf(
        file({
          Main: euros,
          zone: { ...euros, iban: "DE88370400440532013000", timeZone: "Berlin", inn: "1" },
          gb: {}
        })
      ),
      [
        "banks.zone.inn is not a setting of an account in EUR; the settings are currency, beneficiary, timeZone, settlementDays, statementAccounts, csv, iban, bic, bank",
        "banks.zone.timeZone must be the name of a time zone such as Europe/Berlin or UTC",
        "banks.zone.iban must be an IBAN whose check digits fit: compare it with the bank's letter, one digit is wrong",
        'banks.gb must be an account whose currency is "EUR", "RUB", "KZT" or "USD"'
      ]
    )
    assert.deepStrictEqual(await faultsOf(file({ Main: euros, same: { ...euros, bank: "Other" } })), [
      "banks.Main must be under a name of 1 to 40 lower-case letters, digits and hyphens that begins with a letter",
      "banks.same is an account that is there under another name"
    ])
  })
})

it("what is repeated is told by its path, in lists and behind escapes too", () => {
  assert.deepStrictEqual(
    repeatedKeys(String.raw`{"a":[{"b":1,"b":2},{"\"":{},"c":"{\"c\":","\"":[]}],"a":0,"d":{"a":1}}`),
    ["a.0.b", 'a.1."', "a"]
  )
})

it("the published JSON Schema is that of the settings: `quittance config schema` prints it", () => {
  const path = fileURLToPath(new URL("../quittance.config.schema.json", import.meta.url))
  assert.strictEqual(readFileSync(path, "utf8"), jsonSchemaText())
})
