import {
  closingMinor,
  decimals,
  entryMinor,
  type WrittenEntry,
  type WrittenPayment,
  type WrittenStatement
} from "./WrittenStatement.ts"

export interface CamtForm {
  readonly message: "053" | "054"
  readonly version: "02" | "04" | "08"
  /** A first notice of a sum often comes without its payments. */
  readonly details?: "none"
}

/** A statement (053) or a notification (054) of ISO 20022. */
export const camtText = (statement: WrittenStatement, form: CamtForm): string => {
  const { account, currency, day } = statement
  const [body, part] =
    form.message === "053" ? ["BkToCstmrStmt", "Stmt"] : ["BkToCstmrDbtCdtNtfctn", "Ntfctn"]
  const balance = (code: string, minor: bigint) =>
    tag(
      "Bal",
      tag("Tp", tag("CdOrPrtry", tag("Cd", code))),
      amountTag(minor < 0n ? -minor : minor, currency),
      tag("CdtDbtInd", minor < 0n ? "DBIT" : "CRDT"),
      tag("Dt", tag("Dt", day))
    )
  const createdAt = tag("CreDtTm", `${day}T06:00:00`)
  const balances =
    form.message === "053"
      ? [balance("OPBD", statement.openingMinor), balance("CLBD", closingMinor(statement))]
      : []
  const content = tag(
    part ?? "",
    tag("Id", escaped(`${account}-${day}`)),
    createdAt,
    tag("Acct", tag("Id", tag("IBAN", escaped(account))), tag("Ccy", currency)),
    ...balances,
    ...statement.entries.map((entry) => entryTag(entry, currency, form))
  )
  const document = tag(
    body ?? "",
    tag("GrpHdr", tag("MsgId", escaped(`${account}-${day}`)), createdAt),
    content
  )
  const namespace = `urn:iso:std:iso:20022:tech:xsd:camt.${form.message}.001.${form.version}`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${namespace}">${document}</Document>\n`
}

const entryTag = (entry: WrittenEntry, currency: string, form: CamtForm): string => {
  const { bankReference, bookedOn, direction, isReversal, payments, status } = entry
  const isNew = form.version === "08"
  const code = status === "booked" ? "BOOK" : "PDNG"
  const batch = payments.length > 1 ? [tag("Btch", tag("NbOfTxs", String(payments.length)))] : []
  const details =
    form.details === "none" && payments.length > 1
      ? []
      : payments.map((payment) => detailTag(payment, direction, currency, form))
  return tag(
    "Ntry",
    amountTag(entryMinor(entry), currency),
    tag("CdtDbtInd", direction === "credit" ? "CRDT" : "DBIT"),
    ...(isReversal ? [tag("RvslInd", "true")] : []),
    tag("Sts", isNew ? tag("Cd", code) : code),
    tag("BookgDt", tag("Dt", bookedOn)),
    tag("ValDt", tag("Dt", bookedOn)),
    ...(bankReference === undefined ? [] : [tag("AcctSvcrRef", escaped(bankReference))]),
    tag("NtryDtls", ...batch, ...details)
  )
}

const detailTag = (
  payment: WrittenPayment,
  direction: "credit" | "debit",
  currency: string,
  { version }: CamtForm
): string => {
  const { bankReference, reference, text } = payment
  const isNew = version === "08"
  const other = direction === "credit" ? "Dbtr" : "Cdtr"
  const party = tag("Nm", escaped(payment.payer))
  const amount = amountTag(payment.amountMinor, currency)
  return tag(
    "TxDtls",
    ...(bankReference === undefined ? [] : [tag("Refs", tag("AcctSvcrRef", escaped(bankReference)))]),
    ...(version === "02"
      ? [tag("AmtDtls", tag("TxAmt", amount))]
      : [amount, tag("CdtDbtInd", direction === "credit" ? "CRDT" : "DBIT")]),
    tag(
      "RltdPties",
      tag(other, isNew ? tag("Pty", party) : party),
      tag(`${other}Acct`, tag("Id", tag("IBAN", escaped(payment.payerAccount))))
    ),
    tag(
      "RltdAgts",
      tag(
        `${other}Agt`,
        tag("FinInstnId", tag(version === "02" ? "BIC" : "BICFI", escaped(payment.payerBank)))
      )
    ),
    tag(
      "RmtInf",
      tag("Ustrd", escaped(text)),
      ...(reference === undefined
        ? []
        : [
            tag(
              "Strd",
              tag(
                "CdtrRefInf",
                tag("Tp", tag("CdOrPrtry", tag("Cd", "SCOR"))),
                tag("Ref", escaped(reference))
              )
            )
          ])
    )
  )
}

const tag = (name: string, ...content: ReadonlyArray<string>): string =>
  `<${name}>${content.join("")}</${name}>`

const amountTag = (minor: bigint, currency: string): string =>
  `<Amt Ccy="${currency}">${decimals(minor, ".")}</Amt>`

const escaped = (text: string): string => text.replace(/[&<>"]/g, (each) => `&#${each.charCodeAt(0)};`)
