import type { CreditorReference, FiatCurrency } from "@quittance/core/adapter"
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

/** What a customer has to write into a transfer. Everything is there in words; the QR code holds the same. */
export interface TransferInstructions {
  readonly beneficiary: string
  /** The IBAN without spaces, or the number of the account. */
  readonly account: string
  /** In the order in which banks ask for them. */
  readonly bankIds: ReadonlyArray<{ readonly name: BankIdName; readonly value: string }>
  readonly amountMinor: bigint
  readonly currency: FiatCurrency
  readonly reference: CreditorReference
  /** What goes into the field for the purpose: the reference, first, and where banks want words, what is paid. */
  readonly note: string
  /** What the QR code holds, where there is a standard for one. */
  readonly qrPayload: Option.Option<string>
}

/** What is to be transferred for which invoice. */
export interface TransferRequest {
  readonly amountMinor: bigint
  readonly reference: CreditorReference
  /** What the invoice is for, in the merchant's words. */
  readonly description: string
}

/** What fits the field for the purpose of a transfer in roubles. */
const purposeLengthMax = 160

export const transferInstructions = (
  account: BankAccount,
  request: TransferRequest
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
        qrPayload: epcPayload(account, amountMinor, reference)
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
        qrPayload: Option.some(gostPayload(account, amountMinor, note))
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
        note: noteOf(request),
        qrPayload: Option.none()
      }
    case "USD":
      return {
        ...asked,
        account: account.account,
        bankIds: ids(["routing", account.routing], ["bank", account.bank]),
        note: reference,
        qrPayload: Option.none()
      }
  }
}

/** The reference stands first, so that it is there however much of the description a bank cuts off. */
const noteOf = ({ description, reference }: TransferRequest): string => {
  const words = description.replace(/[\s\p{C}]+/gu, " ").trim()
  return [...`${reference} ${words}`].slice(0, purposeLengthMax).join("").trim()
}
