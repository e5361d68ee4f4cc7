import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { inventedAccounts, TransferAccounts } from "@quittance/adapters-bank-transfer"
import { BankTransfers, statementFormats } from "@quittance/core/adapter"
import { Effect, Stream } from "effect"
import { assert, beforeAll, describe, it } from "vitest"
import { fiatClient } from "./fiatFetch.ts"
import { credentialsIn, quittance, serveHere, temporaryFolder } from "./QuittanceProcess.ts"

/** A sandbox's bank of its own account, and of one that is configured. */

const folder = temporaryFolder()
const configured = {
  QUITTANCE_CONFIG: join(folder, "accounts.json"),
  QUITTANCE_RATE_LIMITS: "off"
}
const office = {
  currency: "RUB",
  beneficiary: "ООО «Ромашка»",
  account: "40702810438000060473",
  bic: "044525225",
  correspondentAccount: "30101810400000000225",
  bank: "ПАО Сбербанк",
  inn: "7707083893"
} as const
let client: ReturnType<typeof fiatClient>
let url = ""

beforeAll(async () => {
  writeFileSync(configured.QUITTANCE_CONFIG, JSON.stringify({ banks: { office } }))
  url = (await serveHere(folder, configured)).url
  client = fiatClient(url, credentialsIn(folder))
})

/** What a bank's file says came in. */
const readBack = (name: string, file: Uint8Array) =>
  Effect.gen(function* () {
    const { accounts, read } = yield* BankTransfers
    const account = accounts.find((each) => each.name === name)
    assert(account !== undefined)
    const items = yield* Stream.runCollect(read(account, Stream.make(file)))
    return items.flatMap((item) =>
      item._tag === "Entry"
        ? {
            amountMinor: item.entry.amountMinor,
            said: [...item.entry.texts, ...item.entry.structuredReferences].join(" ").trim()
          }
        : []
    )
  }).pipe(Effect.provide(TransferAccounts.layer({ office, ...inventedAccounts })), Effect.runPromise)

const invoice = async (currency: string) => {
  const { id, paymentUrl, reference } = await client.post("/api/v1/invoices", { amount: 125, currency })
  return { id: String(id), reference: String(reference), link: String(paymentUrl).split("/").at(-1) }
}

const statement = async (account: string, format: string, as = client) => {
  const answer = await as.get(`/sandbox/v1/bank/statement?account=${account}&format=${format}`)
  return Buffer.from(String(answer.content), "base64")
}

describe("a sandbox's bank", () => {
  it("takes transfers as they are made, and gives out statements in every format; nothing is paid by that", async () => {
    const { id, reference } = await invoice("EUR")
    assert.match(reference, /^RF\d{13}$/)
    const { transfer } = await client.post(`/sandbox/v1/invoices/${id}/transfer`)
    assert.deepInclude(transfer, { account: "sandbox-eur", amount: 125, currency: "EUR", reference })
    const wrong = { amount: 12.5, reference: "", text: "I forgot it", payer: "Anna Kova" }
    await client.post(`/sandbox/v1/invoices/${id}/transfer`, wrong)
    for (const format of statementFormats)
      assert.deepStrictEqual(
        await readBack("sandbox-eur", await statement("sandbox-eur", format)),
        [
          { amountMinor: 12_500n, said: reference },
          { amountMinor: 1_250n, said: "I forgot it" }
        ],
        format
      )
    assert.deepInclude(await client.get(`/api/v1/invoices/${id}`), { status: "pending" })
  })

  it("is the bank of a configured account too, and of one day in its books", async () => {
    const { id, reference } = await invoice("RUB")
    const booked = { bookedOn: "2026-01-15" }
    const { transfer } = await client.post(`/sandbox/v1/invoices/${id}/transfer`, booked)
    assert.deepInclude(transfer, { account: "office", reference, ...booked })
    const file = join(folder, "office.txt")
    const args = ["statements", "export", "--account", "office", "--format", "1c", "--output", file]
    const exported = await quittance(args, folder, configured)
    assert.deepStrictEqual([exported.status, exported.stderr], [0, ""])
    const printed = await statement("office", "1c")
    assert.include(new TextDecoder("windows-1251").decode(printed), "ДатаПоступило=15.01.2026")
    assert.deepStrictEqual(await readBack("office", printed), [{ amountMinor: 12_500n, said: reference }])
  })

  it("has a page where a person sends what the invoice asks for, or something else", async () => {
    const { link, reference } = await invoice("KZT")
    const page = `${url}/sandbox/transfer/${link}`
    const shown = await (await fetch(page)).text()
    assert.include(shown, 'name="amount" value="125"')
    assert.include(shown, `name="reference" value="${reference}"`)
    const send = (amount: string) =>
      fetch(page, { method: "POST", redirect: "manual", body: new URLSearchParams({ amount, reference }) })
    assert.strictEqual((await send("much")).status, 422)
    const sent = await send("124,5")
    assert.deepStrictEqual(
      [sent.status, sent.headers.get("location")],
      [303, `${new URL(page).pathname}?lang=en&made=1`]
    )
    assert.include(await (await fetch(`${page}?made=1`)).text(), "The money is transferred")
    assert.deepStrictEqual(await readBack("sandbox-kzt", await statement("sandbox-kzt", "camt.053")), [
      { amountMinor: 12_450n, said: reference }
    ])
  })

  it("shows a partner the transfers for its own invoices, and operators all", async () => {
    const made = await quittance(
      ["keys", "create", "--partner", "other", "--scopes", "payments:read,payments:write", "--json"],
      folder,
      configured
    )
    const other = fiatClient(url, JSON.parse(made.stdout))
    assert.isEmpty(await readBack("sandbox-eur", await statement("sandbox-eur", "camt.054", other)))
    const all = await quittance(
      ["statements", "export", "--account", "sandbox-eur", "--format", "mt940"],
      folder,
      configured
    )
    assert.lengthOf(await readBack("sandbox-eur", Buffer.from(all.stdout)), 2)
  })

  it("refuses what cannot be transferred, and statements that it does not have", async () => {
    const { id } = await invoice("USD")
    const { secret } = credentialsIn(folder)
    const asked = async (path: string, body?: object) => {
      const headers = { "x-api-key": secret, "content-type": "application/json" }
      const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) }
      const { error } = await (await fetch(`${url}/sandbox/v1/${path}`, init)).json()
      return `${error.code}: ${error.message}`
    }
    const names = "sandbox-eur, sandbox-kzt, sandbox-usd, office"
    const transfer = (body: object) => asked(`invoices/${id}/transfer`, body)
    assert.deepStrictEqual(
      [
        await transfer({ amount: 0 }),
        await transfer({ amount: 0.001 }),
        await transfer({ account: "none" }),
        await transfer({ text: "two\nlines" }),
        await transfer({ bookedOn: "2026-02-30" }),
        await asked("bank/statement?account=none&format=csv"),
        await asked("bank/statement?account=sandbox-usd&format=pdf")
      ],
      [
        "invalid_request: amount must be more than 0",
        "invalid_request: amount must have at most 2 decimals in USD",
        `not_found: there is no bank account none: the accounts are ${names}`,
        "invalid_request: text must have at most 140 characters on one line",
        "invalid_request: bookedOn must be a day such as 2026-03-01",
        `invalid_request: account must be one of ${names}`,
        'invalid_request: format must be "camt.053" or "camt.054" or "mt940" or "1c" or "csv"'
      ]
    )
  })
})
