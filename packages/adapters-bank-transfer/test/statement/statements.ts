import { creditorReferenceOf } from "@quittance/core/adapter"
import fc from "fast-check"
import { camtText } from "../../src/written/camtText.ts"
import { clientBankFile, windows1251Bytes } from "../../src/written/clientBankFile.ts"
import { csvFile } from "../../src/written/csvFile.ts"
import { mt940File } from "../../src/written/mt940File.ts"
import {
  singleEntries,
  textWithReference,
  type WrittenEntry,
  type WrittenStatement
} from "../../src/written/WrittenStatement.ts"
import { ownAccount } from "./reading.ts"

/** Letters that every format and bank takes. Marks that separate fields somewhere are among them. */
const letters = [..."ABCXYZabc019", " ", "/", "-", ".", ",", ":", "+", "(", ")", "'", ";", '"', "&", "<"]
const words = (max: number) =>
  fc
    .string({ unit: fc.constantFrom(...letters), maxLength: max })
    .map((text) => `p${text.replace(/[?>]/g, "").replace(/\s+/g, " ").trim()}`)

const references = fc.nat({ max: 3 }).map((name) => creditorReferenceOf(String(name), 0))
const bankReferences = fc.option(
  fc.string({ unit: fc.constantFrom(..."AB01"), minLength: 1, maxLength: 24 }).map((text) => `B${text}`),
  { nil: undefined }
)

const payments = fc
  .record(
    {
      amountMinor: fc.bigInt({ min: 1n, max: 99_999_999n }),
      payer: words(25),
      payerAccount: fc.constantFrom("DE02120300000000202051", "NL91ABNA0417164300"),
      payerBank: fc.constantFrom("BYLADEM1001", "ABNANL2A"),
      text: words(140),
      reference: references,
      bankReference: bankReferences
    },
    { requiredKeys: ["amountMinor", "payer", "payerAccount", "payerBank", "text"] }
  )
  .map(({ bankReference, ...payment }) => ({
    ...payment,
    ...(bankReference === undefined ? {} : { bankReference })
  }))

const days = fc.constantFrom("2026-11-26", "2026-11-27", "2026-11-28", "2027-01-01") as fc.Arbitrary<
  WrittenEntry["bookedOn"]
>

export const writtenEntries: fc.Arbitrary<WrittenEntry> = fc
  .record({
    direction: fc.constantFrom("credit", "debit"),
    kind: fc.constantFrom("booked", "booked", "pending", "reversal"),
    bookedOn: days,
    payments: fc.array(payments, { minLength: 1, maxLength: 3 }),
    bankReference: bankReferences
  })
  .map(({ bankReference, kind, ...entry }) => ({
    ...entry,
    isReversal: kind === "reversal",
    status: kind === "pending" ? ("pending" as const) : ("booked" as const),
    ...(bankReference === undefined ? {} : { bankReference })
  }))

export const writtenStatements: fc.Arbitrary<WrittenStatement> = fc
  .record({
    openingMinor: fc.bigInt({ min: -1_000_000n, max: 1_000_000n }),
    entries: fc.array(writtenEntries, { maxLength: 6 })
  })
  .map((parts) => ({ account: ownAccount, currency: "EUR", day: "2026-11-28", ...parts }))

/** What a format has of a statement, and its file. */
export interface Format {
  readonly file: (statement: WrittenStatement) => string | Uint8Array
  readonly has: (entry: WrittenEntry) => boolean
}

const all = () => true
const camt = (message: "053" | "054", version: "02" | "04" | "08"): Format => ({
  file: (statement) => camtText(statement, { message, version }),
  has: all
})
const unreversed = ({ isReversal }: WrittenEntry): boolean => !isReversal

export const formats = {
  "camt.053.001.02": camt("053", "02"),
  "camt.053.001.04": camt("053", "04"),
  "camt.053.001.08": camt("053", "08"),
  "camt.054.001.02": camt("054", "02"),
  "camt.054.001.04": camt("054", "04"),
  "camt.054.001.08": camt("054", "08"),
  MT940: { file: mt940File, has: all },
  "1C in UTF-8": { file: (statement) => clientBankFile(statement, "russian"), has: unreversed },
  "1C in windows-1251": {
    file: (statement) => windows1251Bytes(clientBankFile(statement, "russian")),
    has: unreversed
  },
  "1C of Kazakhstan": {
    file: (statement) => windows1251Bytes(clientBankFile(statement, "kazakh")),
    has: (entry) => unreversed(entry) && entry.status === "booked"
  },
  CSV: { file: csvFile, has: unreversed }
} as const satisfies Readonly<Record<string, Format>>

/** What must be read of a statement, as `saidBy` has it. */
export const expectedOf = (statement: WrittenStatement, { has }: Format) =>
  singleEntries({ ...statement, entries: statement.entries.filter(has) }).map(
    ({ bookedOn, direction, isReversal, payment, status }) => ({
      amountMinor: payment.amountMinor,
      direction,
      isReversal,
      status,
      bookedOn,
      ...(direction === "debit"
        ? {}
        : { payer: payment.payer, account: payment.payerAccount, bank: payment.payerBank }),
      text: textWithReference(payment).replace(/\s/g, "")
    })
  )
