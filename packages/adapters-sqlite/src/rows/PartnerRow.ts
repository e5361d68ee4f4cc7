import type { FeeTerms, Partner, PartnerTerms } from "@quittance/core"
import { Option } from "effect"
import type { AggregateRows } from "./AggregateRows.ts"
import { integer, type Row, text } from "./columns.ts"

/** A partner as a row of `partners`; its terms are JSON, with amounts as decimal strings. */
export const partnerOf = (row: Row): Partner => ({
  id: text(row, "id"),
  name: text(row, "name"),
  terms: termsOf(JSON.parse(text(row, "terms")) as StoredTerms),
  createdAt: integer(row, "created_at")
})

interface StoredFee {
  readonly basisPoints: number
  readonly fixedMinor: string
  readonly minMinor: string
  readonly maxMinor: string | null
}

interface StoredTerms {
  readonly feePayer?: "merchant" | "payer"
  readonly invoiceFee?: StoredFee
  readonly payoutFees?: { readonly [network: string]: StoredFee }
}

const feeOf = (stored: StoredFee): FeeTerms => ({
  basisPoints: stored.basisPoints,
  fixedMinor: BigInt(stored.fixedMinor),
  minMinor: BigInt(stored.minMinor),
  maxMinor: stored.maxMinor === null ? Option.none() : Option.some(BigInt(stored.maxMinor))
})

const storedFee = (fee: FeeTerms): StoredFee => ({
  basisPoints: fee.basisPoints,
  fixedMinor: fee.fixedMinor.toString(),
  minMinor: fee.minMinor.toString(),
  maxMinor: Option.match(fee.maxMinor, { onNone: () => null, onSome: (max) => max.toString() })
})

const mapValues = <A, B>(
  record: { readonly [key: string]: A },
  change: (value: A) => B
): { [key: string]: B } =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))

const termsOf = ({ feePayer, invoiceFee, payoutFees }: StoredTerms): PartnerTerms => ({
  ...(feePayer === undefined ? {} : { feePayer }),
  ...(invoiceFee === undefined ? {} : { invoiceFee: feeOf(invoiceFee) }),
  ...(payoutFees === undefined ? {} : { payoutFees: mapValues(payoutFees, feeOf) })
})

const storedTerms = ({ feePayer, invoiceFee, payoutFees }: PartnerTerms): StoredTerms => ({
  ...(feePayer === undefined ? {} : { feePayer }),
  ...(invoiceFee === undefined ? {} : { invoiceFee: storedFee(invoiceFee) }),
  ...(payoutFees === undefined ? {} : { payoutFees: mapValues(payoutFees, storedFee) })
})

const insertPartnerSql = "INSERT INTO partners (id, version, name, terms, created_at) VALUES (?, ?, ?, ?, ?)"

const partnerColumns = (partner: Partner, version: number): ReadonlyArray<unknown> => [
  partner.id,
  version,
  partner.name,
  JSON.stringify(storedTerms(partner.terms)),
  partner.createdAt
]

const changePartnerSql =
  "UPDATE partners SET version = version + 1, name = ?, terms = ? WHERE id = ? AND version = ?"

const changePartnerColumns = (partner: Partner, version: number): ReadonlyArray<unknown> => [
  partner.name,
  JSON.stringify(storedTerms(partner.terms)),
  partner.id,
  version
]

export const partnerRows: AggregateRows<Partner> = {
  table: "partners",
  insertSql: insertPartnerSql,
  columns: partnerColumns,
  change: { sql: changePartnerSql, columns: changePartnerColumns }
}
