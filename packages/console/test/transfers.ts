import { defaultSettings } from "@quittance/core"
import {
  type BankAccount,
  BankTransfers,
  type StatedEntry,
  type StatementItem,
  StatementRefused
} from "@quittance/core/adapter"
import { Effect, Layer, Option, Stream } from "effect"

/** Accounts that customers transfer to, of a bank whose statements are as short as tests want to write them. */

const accounts: ReadonlyArray<BankAccount> = [
  {
    ...{ name: "main", currency: "EUR", account: "DE89370400440532013000" },
    ...{ timeZone: "Europe/Berlin", settlementDays: 5 }
  },
  {
    ...{ name: "almaty", currency: "KZT", account: "KZ86125KZT5004100100" },
    ...{ timeZone: "Asia/Almaty", settlementDays: 5 }
  }
]

export const transferSettings = { ...defaultSettings, banks: accounts }

/**
 * A line is a payment in cents and what the payer wrote; `-` is a debit, `!` a reversal of such a payment, and `~` one
 * that is booked months later.
 */
const itemOf = (line: string, index: number): StatementItem | StatementRefused => {
  const place = { line: index + 1, path: "" }
  const [, sign, minor = "", text = ""] = /^([-!~]?)(\d+) (.*)$/.exec(line) ?? []
  if (minor === "") return new StatementRefused({ ...place, message: `${line} is no payment` })
  const entry: StatedEntry = {
    ...{ place, amountMinor: BigInt(minor), direction: sign === "-" || sign === "!" ? "debit" : "credit" },
    ...{ isReversal: sign === "!", status: "booked", isBatch: false },
    bookedOn: sign === "~" ? "2027-02-27" : "2026-11-27",
    ...{
      valueOn: Option.none(),
      acceptedAt: Option.none(),
      endToEndId: Option.none(),
      partOf: Option.none()
    },
    payer: {
      ...{ name: Option.some("Ada <b>Lovelace</b>"), account: Option.none() },
      ...{ bankId: Option.some("COBADEFF"), bank: Option.none() }
    },
    ...{ structuredReferences: [], texts: [text] },
    key: { kind: "content", value: Buffer.from(line.padEnd(32)).toString("hex").slice(0, 32) }
  }
  return { _tag: "Entry", entry }
}

/** A bank of these accounts. */
export const transfers = Layer.succeed(
  BankTransfers,
  BankTransfers.of({
    accounts,
    instructions: ({ account, currency }, { amountMinor, description, reference }) => ({
      ...{ beneficiary: "Example GmbH", account, bankIds: [], amountMinor, currency, reference },
      note: description
    }),
    read: (_account, bytes) =>
      Stream.unwrap(
        Effect.map(Stream.runCollect(bytes), (pieces) =>
          Stream.fromIterable(
            Buffer.concat([...pieces])
              .toString()
              .trim()
              .split("\n")
              .map(itemOf)
          ).pipe(
            Stream.mapEffect((item) =>
              item._tag === "StatementRefused" ? Effect.fail(item) : Effect.succeed(item)
            )
          )
        )
      ),
    statementFile: () => new Uint8Array()
  })
)
