import { tronAddress } from "../TestApi.ts"
import type { Beginner, Mistake } from "./Mistake.ts"

const evmAddress = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"
const invalid = { status: 400, code: "invalid_request" }
const broken = { status: 422, code: "validation_failed" }

type Fields = Record<string, unknown>

const inInvoice = (
  made: string,
  fields: Fields,
  refusal: Pick<Mistake, "status" | "code">,
  ...says: ReadonlyArray<string>
): Mistake => ({ made, send: (of) => of.invoice(fields), ...refusal, says })

const inPayout = (made: string, fields: Fields, code: string, ...says: ReadonlyArray<string>): Mistake => ({
  made,
  send: (of) => of.payout(fields),
  status: 400,
  code,
  says
})

const inCryptoInvoice = (made: string, fields: Fields, ...says: ReadonlyArray<string>): Mistake => ({
  made,
  send: (of) => of.cryptoInvoice(fields),
  ...invalid,
  says
})

const amounts: ReadonlyArray<Mistake> = [
  inInvoice(
    "an amount of 1,000.00",
    { amount: "1,000.00" },
    invalid,
    "amount must be a number",
    "thousands separators"
  ),
  inInvoice("an amount in quotes", { amount: "10" }, invalid, "amount must be a number", "without quotes"),
  inInvoice("an amount with three decimals", { amount: 10.999 }, broken, "at most 2 decimals in USD"),
  inInvoice("an amount below zero", { amount: -5 }, broken, "amount must be from 0.5 to 50000 USD"),
  inInvoice("an amount of nothing", { amount: 0 }, broken, "amount must be from 0.5 to 50000 USD"),
  inInvoice("an amount in cents", { amount: 5_000_000 }, broken, "amount must be from 0.5 to 50000 USD"),
  {
    made: "an amount with a huge exponent",
    send: ({ text }) => text('{"amount": 1e400, "currency": "USD"}'),
    ...broken,
    says: ["amount must be from 0.5 to 50000 USD"]
  },
  {
    made: "an amount with the noise of a float",
    send: ({ text }) => text('{"amount": 0.30000000000000004, "currency": "USD"}'),
    ...broken,
    says: ["at most 2 decimals in USD"]
  },
  inPayout(
    "a payout with seven decimals",
    { amount: 1.1234567 },
    "invalid_request",
    "at most 6 decimals in USDT"
  ),
  inPayout("a payout above the limit", { amount: 60_000 }, "amount_out_of_range", "from 1 to 50000 USDT"),
  inPayout("a payout below the limit", { amount: 0.5 }, "amount_out_of_range", "from 1 to 50000 USDT"),
  inPayout(
    "a payout of more than there is",
    { amount: 5000 },
    "insufficient_funds",
    "does not cover 5002 USDT (amount plus fee)",
    "88 USDT is available"
  ),
  inPayout(
    "a payout of all, its fee forgotten",
    { amount: 88 },
    "insufficient_funds",
    "90 USDT",
    "88 USDT is available"
  )
]

const names: ReadonlyArray<Mistake> = [
  inInvoice("a currency in small letters", { currency: "usd" }, invalid, "currency must be", '"USD"'),
  inInvoice("a currency that is not taken", { currency: "GBP" }, invalid, "currency must be", '"EUR"'),
  inInvoice("no currency", { currency: undefined }, invalid, "currency is required"),
  {
    made: "misspelt fields",
    send: ({ api }) => api.fiat("invoices", { body: { sum: 5, curency: "USD" } }),
    ...invalid,
    says: ["amount is required", "currency is required", "ignored: sum, curency"]
  },
  inInvoice(
    "a description that is a number",
    { description: 5 },
    invalid,
    "description must be a text or null",
    "quotes"
  ),
  inInvoice(
    "a description that is too long",
    { description: "x".repeat(501) },
    broken,
    "at most 500 characters"
  ),
  inInvoice("metadata that is a text", { metadata: "a" }, invalid, "metadata must be an object or null"),
  inInvoice("a link without https://", { redirectUrl: "www.example.com" }, broken, "redirectUrl", "https://"),
  inInvoice(
    "an expiry that is over",
    { expiresAt: "2020-01-01T00:00:00Z" },
    broken,
    "5 minutes to 90 days from now"
  ),
  inInvoice(
    "an expiry in Unix time",
    { expiresAt: 1_767_225_600 },
    invalid,
    "expiresAt must be a text",
    "a time as 2026-01-31T12:00:00Z"
  ),
  inInvoice("an expiry in words", { expiresAt: "tomorrow" }, invalid, "expiresAt", "2026-01-31T12:00:00Z"),
  inCryptoInvoice("no externalId", { externalId: undefined }, "externalId is required"),
  inCryptoInvoice(
    "a lifetime in quotes",
    { expiresInMinutes: "60" },
    "expiresInMinutes must be a number",
    "without quotes"
  ),
  inCryptoInvoice("a lifetime of a minute", { expiresInMinutes: 1 }, "from 5 to 1440"),
  inCryptoInvoice(
    "a name for an e-mail address",
    { customerEmail: "bob" },
    "customerEmail",
    "name@example.com"
  ),
  inCryptoInvoice("a link without a scheme", { successUrl: "example.com/ok" }, "successUrl", "https://")
]

const unsupported = (made: string, send: Mistake["send"], ...says: ReadonlyArray<string>): Mistake => ({
  made,
  send,
  status: 400,
  code: "unsupported_network",
  says
})

const networks: ReadonlyArray<Mistake> = [
  unsupported(
    "the token's standard for a network",
    (of) => of.payout({ network: "TRC20" }),
    "did you mean tron?"
  ),
  unsupported("a network in capitals", (of) => of.payout({ network: "TRON" }), "did you mean tron?"),
  unsupported("a network misspelt", (of) => of.payout({ network: "etherium" }), "did you mean ethereum?"),
  unsupported(
    "a network that takes no invoices",
    (of) => of.cryptoInvoice({ network: "polygon" }),
    "tron, ethereum, bsc"
  ),
  unsupported(
    "a coin for a network",
    ({ api }) => api.transit("transit/wallets", { body: { label: "shop", network: "bnb" } }),
    "did you mean bsc?"
  )
]

const inAddress = (made: string, fields: Fields, ...says: ReadonlyArray<string>) =>
  inPayout(made, fields, "invalid_address", ...says)

const addresses: ReadonlyArray<Mistake> = [
  inAddress("an EVM address on TRON", { address: evmAddress }, "on tron", "it is an EVM address"),
  inAddress("a TRON address on Ethereum", { network: "ethereum" }, "on ethereum", "it is a TRON address"),
  inAddress(
    "a slip in an address",
    { address: `${tronAddress.slice(0, -1)}9` },
    "a character of it is wrong"
  ),
  inAddress(
    "a slip in the case of an address",
    { network: "ethereum", address: evmAddress.replace("dA", "Da") },
    "upper and lower case"
  ),
  inAddress("an address with spaces", { address: ` ${tronAddress}` }, "spaces"),
  inAddress(
    "an address that is cut off",
    { address: tronAddress.slice(0, -3) },
    "31 characters instead of 34"
  ),
  inAddress("an address without 0x", { network: "ethereum", address: evmAddress.slice(2) }, "lacks 0x"),
  inAddress(
    "a TRON address in hexadecimal",
    { address: `41${evmAddress.slice(2)}` },
    "in hexadecimal",
    "Base58"
  ),
  inAddress("a name for an address", { network: "ethereum", address: "vitalik.eth" }, "0x and 40"),
  {
    made: "a payout to an address of this server",
    send: (of: Beginner) => of.payout({ address: of.ownAddress }),
    status: 400,
    code: "invalid_address",
    says: ["must be the recipient's", "not a deposit address"]
  }
]

export const fieldMistakes = [...amounts, ...names, ...networks, ...addresses]
