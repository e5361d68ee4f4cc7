import { Effect, Option, Stream } from "effect"
import { bankAccountNamed } from "../../concepts/bankAccount/bankAccountNamed.ts"
import type { RecordedBankPayment } from "../../concepts/bankPayment/BankPayment.ts"
import { BankPayments } from "../../concepts/bankPayment/BankPayments.ts"
import { type BankPaymentView, bankPaymentView } from "../../concepts/bankPayment/BankPaymentView.ts"
import { BankTransfers } from "../../concepts/bankPayment/BankTransfers.ts"
import { Settings } from "../../concepts/settings/Settings.ts"
import type { ListedEntries } from "../../concepts/statementEntry/entryPages.ts"
import type { ImportProgress } from "../../concepts/statementEntry/ImportOptions.ts"
import type { StatementEntryView } from "../../concepts/statementEntry/StatementEntryView.ts"
import { Statements } from "../../concepts/statementEntry/Statements.ts"
import { InvalidInput } from "../../kernel/input/Input.ts"
import { ProviderMissing } from "../../kernel/input/Refusals.ts"
import { firstPage } from "./shown.ts"

/** A file that a bank exported. */
export interface StatementFileInput {
  /** The name of the account that it is of. */
  readonly account: string
  /** All its bytes; or a stream of them, which is run twice. */
  readonly file: Uint8Array | Stream.Stream<Uint8Array>
  /** Nothing is recorded, and the report says what would be. */
  readonly dryRun?: boolean | undefined
  /** Told from time to time how far it has come. */
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined
}

/** Which entries are listed, and from where on. */
export interface StatementEntryFilter extends Omit<ListedEntries, "limit"> {
  /** How many at most, from 1 to 1000; by default 20. */
  readonly limit?: number | undefined
}

/** Money that came in and waits for a person, held once. */
export interface UnresolvedMoneyView {
  /** In statements, the oldest first, each with suggestions. */
  readonly entries: ReadonlyArray<StatementEntryView>
  /** Bank payments that came in another way, the oldest first. */
  readonly payments: ReadonlyArray<BankPaymentView>
}

export const unresolvedMoney = (
  entries: ReadonlyArray<StatementEntryView>,
  payments: ReadonlyArray<RecordedBankPayment>
): UnresolvedMoneyView => {
  const held = new Set(entries.map(({ paymentId }) => paymentId))
  return { entries, payments: payments.filter(({ order }) => !held.has(order.id)).map(bankPaymentView) }
}

/** An account that customers transfer to, as operators see it. */
export interface BankAccountView {
  readonly name: string
  readonly currency: string
  /** The IBAN or number. */
  readonly account: string
}

/** How many entries a part of the list has at most. */
const entriesMax = 1000

const wrong = (field: string, message: string) => InvalidInput.of(field, "invalid_value", message)

/** The statements of the operator's own accounts, and the money in them that waits for a person. */
export const makeStatementOperations = Effect.gen(function* () {
  const { banks } = yield* Settings
  const statements = yield* Statements
  const bankPayments = yield* BankPayments
  const transfers = Option.match(yield* Effect.serviceOption(BankTransfers), {
    onNone: () => Effect.fail(new ProviderMissing({ provider: "BankTransfers" })),
    onSome: Effect.succeed
  })

  const imported = Effect.fnUntraced(function* (input: StatementFileInput) {
    const { account, dryRun = false, file, onProgress } = input
    if (typeof account !== "string") return yield* wrong("account", "must be the name of an account")
    if (!Stream.isStream(file) && !(file instanceof Uint8Array))
      return yield* wrong("file", "must be the bytes of a file")
    const known = yield* bankAccountNamed(banks, account)
    const { read } = yield* transfers
    const bytes = Stream.isStream(file) ? file : Stream.succeed(file)
    return yield* statements.import(account, read(known, bytes), {
      dryRun,
      onProgress: (progress) => Effect.sync(() => onProgress?.(progress))
    })
  })

  return {
    statements: {
      /** Those of the configuration, in its order. */
      accounts: () =>
        Effect.succeed<ReadonlyArray<BankAccountView>>(
          banks.map(({ account, currency, name }) => ({ name, currency, account }))
        ),
      /** What an import would make of a file. Nothing is recorded. */
      check: (input: Omit<StatementFileInput, "dryRun">) => imported({ ...input, dryRun: true }),
      import: imported,
      /** A part, the newest first. */
      list: Effect.fnUntraced(function* ({ limit = firstPage.limit, ...filter }: StatementEntryFilter = {}) {
        if (!Number.isSafeInteger(limit) || limit < 1 || limit > entriesMax)
          return yield* wrong("limit", `must be a whole number from 1 to ${entriesMax}`)
        const { cursor, q } = filter
        if (q !== undefined && typeof q !== "string")
          return yield* wrong("q", "must be a text: the id of an entry, or a reference")
        if (cursor !== undefined && typeof cursor !== "string")
          return yield* wrong("cursor", "must be a text: the nextCursor of an earlier part")
        return yield* statements.list({ ...filter, limit })
      }),
      /** What waits in statements, and the bank payments that wait and are in none of them. */
      unresolved: () =>
        Effect.map(Effect.all([statements.unresolved, bankPayments.unresolved]), ([entries, payments]) =>
          unresolvedMoney(entries, payments)
        ),
      get: (id: string) => statements.get(id),
      assign: (id: string, invoiceId: string, reason: string) => statements.assign(id, invoiceId, reason),
      /** A person has sent the money back. */
      return: (id: string, reason: string) => statements.returned(id, reason),
      /** It is no customer's money. */
      ignore: (id: string, reason: string) => statements.ignore(id, reason)
    }
  }
})
