import { Option } from "effect"
import { sha256Hex } from "../../kernel/digest/sha256.ts"
import type { CreditorReference } from "../../kernel/money/CreditorReference.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import type { BankAccount } from "../bankAccount/BankAccount.ts"
import { bankAccountOwner } from "../bankAccount/bankAccountOwner.ts"
import type { EntryKey } from "./EntryKey.ts"
import { referencesOf } from "./referencesOf.ts"
import type { StatedEntry } from "./StatedEntry.ts"
import type { StatementEntryOrder } from "./StatementEntryRecord.ts"
import { statementEntryPrefix } from "./statementEntryNames.ts"

type Account = Pick<BankAccount, "account" | "currency">

const hashOf = (...facts: ReadonlyArray<string>): string => sha256Hex(JSON.stringify(facts)).slice(0, 32)

/** The id of what has this key in an account: the same in every file and in every store. */
export const entryIdOf = ({ account, currency }: Account, { kind, value }: EntryKey): string =>
  `${statementEntryPrefix}${hashOf(account, currency, kind, value)}`

/** The id of the bank's entry of which this is one payment, if it is told as such. */
const wholeIdOf = (account: Account, { key, partOf }: StatedEntry): string | undefined => {
  const whole = Option.getOrUndefined(partOf)
  if (whole === undefined || (whole.kind === key.kind && whole.value === key.value)) return undefined
  return entryIdOf(account, whole)
}

/**
 * What an entry has in common with the same payment in a file that knows it under another kind of key, but for the day:
 * the amount and the references that it may be for, or who paid where it has none. Formats spell the rest differently.
 */
export const twinOf = (stated: StatedEntry): string => {
  const { account, name } = stated.payer
  const references = referencesOf(stated).toSorted()
  const payer = Option.getOrElse(
    Option.orElse(account, () => name),
    () => ""
  )
  const named = references.length > 0 ? references.join(" ") : payer.toUpperCase().replace(/\s/g, "")
  return hashOf(String(stated.amountMinor), references.length > 0 ? "reference" : "payer", named)
}

/** An entry of a file, with what it is looked up by: each is a hash, and is made once. */
export interface ReadEntry {
  readonly stated: StatedEntry
  /** A payer may have written it. */
  readonly isDoubtful: boolean
  readonly id: string
  readonly wholeId: string | undefined
  readonly twin: string
}

export const readEntry = (account: Account, stated: StatedEntry, isDoubtful: boolean): ReadEntry => ({
  ...{ stated, isDoubtful, id: entryIdOf(account, stated.key) },
  ...{ wholeId: wholeIdOf(account, stated), twin: twinOf(stated) }
})

/** The order of an entry that is recorded now. `reference` is the one that it names. */
export const entryOrderOf = (
  account: Account,
  { id, stated, twin, wholeId }: ReadEntry,
  reference: CreditorReference | undefined,
  createdAt: Instant
): StatementEntryOrder => {
  const { acceptedAt, amountMinor, bookedOn, endToEndId, isBatch, key, payer, place, texts, valueOn } = stated
  return {
    id,
    partnerId: bankAccountOwner(account),
    account: account.account,
    amountMinor,
    currency: account.currency,
    bookedOn,
    valueOn,
    acceptedAt,
    keyKind: key.kind,
    twin,
    partOf: Option.fromUndefinedOr(wholeId),
    payerName: payer.name,
    payerAccount: payer.account,
    payerBankId: payer.bankId,
    payerBank: payer.bank,
    texts,
    endToEndId,
    reference: Option.fromUndefinedOr(reference),
    isBatch,
    line: place.line,
    createdAt
  }
}
