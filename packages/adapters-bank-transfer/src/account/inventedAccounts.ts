import { csvFileMapping } from "../written/csvFile.ts"
import type { WrittenAccounts } from "./NamedAccounts.ts"

/**
 * Accounts for a sandbox, one in each currency, whose names say that they are none. Their numbers have the right check
 * digits and are of zeros, which no bank gives out.
 */
export const inventedAccounts = {
  "sandbox-eur": {
    currency: "EUR",
    beneficiary: "Sandbox (no real money)",
    iban: "DE36 0000 0000 0000 0000 00",
    bank: "Sandbox Bank",
    csv: csvFileMapping
  },
  "sandbox-rub": {
    currency: "RUB",
    beneficiary: "Песочница (не настоящие деньги)",
    account: "40702810600000000000",
    bic: "040000000",
    correspondentAccount: "30101810000000000020",
    bank: "Sandbox Bank",
    inn: "0000000000",
    csv: csvFileMapping
  },
  "sandbox-kzt": {
    currency: "KZT",
    beneficiary: "Sandbox (no real money)",
    iban: "KZ65 000T EST0 0000 0001",
    bic: "SANDKZK0",
    bank: "Sandbox Bank",
    bin: "000000000000",
    kbe: "17",
    knp: "859",
    csv: csvFileMapping
  },
  "sandbox-usd": {
    currency: "USD",
    beneficiary: "Sandbox (no real money)",
    account: "000000000000",
    routing: "000000000",
    bank: "Sandbox Bank",
    csv: csvFileMapping
  }
} as const satisfies WrittenAccounts
