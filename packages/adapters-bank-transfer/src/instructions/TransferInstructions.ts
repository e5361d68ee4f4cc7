import type { InvoiceTransfer, TransferInstructions } from "@quittance/core/adapter"
import { Option } from "effect"
import type { BankAccount } from "../account/BankAccount.ts"
import { epcPayload } from "./epcPayload.ts"
import { gostPayload } from "./gostPayload.ts"

/** What names a bank and its customer beside an account; a country has its own. */
export type BankIdName =
  | "bank"
  | "bic"
  | "correspondentAccount"
  | "inn"
  | "kpp"
  | "bin"
  | "kbe"
  | "knp"
  | "routing"

/** What fits the field for the purpose of a transfer in roubles. */
const purposeLengthMax = 160

export const transferInstructions = (
  account: BankAccount,
  request: InvoiceTransfer
): TransferInstructions => {
  const { amountMinor, reference } = request
  const asked = { beneficiary: account.beneficiary, amountMinor, currency: account.currency, reference }
  const ids = (...pairs: ReadonlyArray<readonly [BankIdName, string | undefined]>) =>
    pairs.flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]))
  switch (account.currency) {
    case "EUR":
      return {
        ...asked,
        account: account.iban,
        bankIds: ids(["bic", account.bic], ["bank", account.bank]),
        note: reference,
        ...Option.match(epcPayload(account, amountMinor, reference), {
          onNone: () => ({}),
          onSome: (qrPayload) => ({ qrPayload })
        })
      }
    case "RUB": {
      const note = noteOf(request)
      return {
        ...asked,
        account: account.account,
        bankIds: ids(
          ["inn", account.inn],
          ["kpp", account.kpp],
          ["bank", account.bank],
          ["bic", account.bic],
          ["correspondentAccount", account.correspondentAccount]
        ),
        note,
        qrPayload: gostPayload(account, amountMinor, note)
      }
    }
    case "KZT":
      return {
        ...asked,
        account: account.iban,
        bankIds: ids(
          ["bin", account.bin],
          ["kbe", account.kbe],
          ["bank", account.bank],
          ["bic", account.bic],
          ["knp", account.knp]
        ),
        note: noteOf(request)
      }
    case "USD":
      return {
        ...asked,
        account: account.account,
        bankIds: ids(["routing", account.routing], ["bank", account.bank]),
        note: reference
      }
  }
}

/** The reference stands first, so that it is there however much of the description a bank cuts off. */
const noteOf = ({ description, reference }: InvoiceTransfer): string => {
  const words = description.replace(/[\s\p{C}]+/gu, " ").trim()
  return [...`${reference} ${words}`].slice(0, purposeLengthMax).join("").trim()
}
