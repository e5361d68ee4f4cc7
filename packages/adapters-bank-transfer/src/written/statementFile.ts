import type { FiatCurrency, SimulatedStatement } from "@quittance/core/adapter"
import { accountNumber, type BankAccount } from "../account/BankAccount.ts"
import { camtText } from "./camtText.ts"
import { clientBankFile, windows1251Bytes } from "./clientBankFile.ts"
import { csvFile } from "./csvFile.ts"
import { mt940File } from "./mt940File.ts"
import type { WrittenStatement } from "./WrittenStatement.ts"

/** From where the customers of a simulated bank pay: numbers of zeros, in the form of each country. */
const payers: Readonly<Record<FiatCurrency, { readonly account: string; readonly bank: string }>> = {
  EUR: { account: "AT180000000000000000", bank: "TESTAT00XXX" },
  RUB: { account: "40817810000000000000", bank: "040000001" },
  KZT: { account: "KZ65000TEST000000002", bank: "TESTKZK0" },
  USD: { account: "000000000001", bank: "000000000" }
}

/** What a bank would give out of these transfers, in the format that is asked for. */
export const statementFile = (
  account: BankAccount,
  { day, format, transfers }: SimulatedStatement
): Uint8Array => {
  const payer = payers[account.currency]
  const statement: WrittenStatement = {
    account: accountNumber(account),
    currency: account.currency,
    openingMinor: 0n,
    day,
    entries: transfers.map((transfer) => ({
      direction: "credit",
      isReversal: false,
      status: "booked",
      bookedOn: transfer.bookedOn,
      payments: [
        {
          amountMinor: transfer.amountMinor,
          payer: transfer.payer,
          payerAccount: payer.account,
          payerBank: payer.bank,
          text: transfer.text,
          ...(transfer.reference === "" ? {} : { reference: transfer.reference }),
          bankReference: transfer.bankReference
        }
      ]
    }))
  }
  const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
  switch (format) {
    case "camt.053":
      return utf8(camtText(statement, { message: "053", version: "08" }))
    case "camt.054":
      return utf8(camtText(statement, { message: "054", version: "08" }))
    case "mt940":
      return utf8(mt940File(statement))
    case "1c":
      return windows1251Bytes(clientBankFile(statement, account.currency === "KZT" ? "kazakh" : "russian"))
    case "csv":
      return utf8(csvFile(statement))
  }
}
