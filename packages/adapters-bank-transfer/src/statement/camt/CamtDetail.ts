import type { Payer, Place } from "@quittance/core/adapter"
import { Option } from "effect"
import { refuse } from "../refuse.ts"
import type { StatementAccount } from "../StatementAccount.ts"
import { readAmount } from "../StatementAmount.ts"
import { readInstant } from "../StatementDay.ts"
import { nodeAt, nodesAt, textAt, textsAt, type XmlNode } from "./XmlNode.ts"

/** One payment of an entry, as the file has it. */
export interface CamtDetail {
  readonly place: Place
  /** In the currency of the account; undefined where the file has none in it. */
  readonly amountMinor: bigint | undefined
  /** What banks took of it, where the file says so. */
  readonly chargesMinor: bigint
  /** Its own direction; undefined where only the entry has one. */
  readonly direction: "credit" | "debit" | undefined
  readonly payer: Payer
  readonly structuredReferences: ReadonlyArray<string>
  readonly texts: ReadonlyArray<string>
  readonly endToEndId: Option.Option<string>
  readonly bankReference: string | undefined
  readonly acceptedAt: Option.Option<number>
}

/** Where the amount of a payment may stand: what was booked, then what was sent. */
const amountPaths = ["Amt", "AmtDtls/TxAmt/Amt", "AmtDtls/InstdAmt/Amt"]

export const camtDetail = (node: XmlNode, account: StatementAccount): CamtDetail => {
  const endToEndId = textAt(node, "Refs/EndToEndId")
  const acceptedAt = textAt(node, "RltdDts/AccptncDtTm")
  return {
    place: { line: node.line, path: node.path },
    amountMinor: ownAmount(
      amountPaths.flatMap((path) => nodesAt(node, path)),
      account
    ),
    chargesMinor: charges(node, account),
    direction: directionOf(node),
    payer: payerOf(node),
    structuredReferences: textsAt(node, "RmtInf/Strd/CdtrRefInf/Ref"),
    texts: [
      ...textsAt(node, "RmtInf/Ustrd"),
      ...textsAt(node, "RmtInf/Strd/AddtlRmtInf"),
      ...textsAt(node, "AddtlTxInf")
    ],
    endToEndId: Option.fromUndefinedOr(endToEndId === "NOTPROVIDED" ? undefined : endToEndId),
    bankReference: textAt(node, "Refs/AcctSvcrRef", "Refs/TxId"),
    acceptedAt: Option.fromUndefinedOr(
      acceptedAt === undefined ? undefined : readInstant(acceptedAt, account.timeZone)
    )
  }
}

/** The direction that stands there. With a reversal too it is how the money moved. */
export const directionOf = (node: XmlNode): "credit" | "debit" | undefined => {
  const written = nodeAt(node, "CdtDbtInd")
  if (written === undefined) return undefined
  const text = written.text.trim()
  if (text === "CRDT") return "credit"
  return text === "DBIT" ? "debit" : refuse(written, `“${text.slice(0, 20)}” must be CRDT or DBIT`)
}

const ownAmount = (amounts: ReadonlyArray<XmlNode>, { currency }: StatementAccount): bigint | undefined => {
  const own = amounts.find((amount) => amount.currency === currency)
  return own === undefined ? undefined : readAmount(own.text.trim(), ".", own)
}

const charges = (node: XmlNode, account: StatementAccount): bigint => {
  const total = ownAmount(nodesAt(node, "Chrgs/TtlChrgsAndTaxAmt"), account)
  if (total !== undefined) return total
  return [...nodesAt(node, "Chrgs/Rcrd/Amt"), ...nodesAt(node, "Chrgs/Amt")]
    .map((each) => ownAmount([each], account) ?? 0n)
    .reduce((sum, each) => sum + each, 0n)
}

const payerOf = (node: XmlNode): Payer => ({
  name: Option.fromUndefinedOr(
    textAt(
      node,
      "RltdPties/Dbtr/Nm",
      "RltdPties/Dbtr/Pty/Nm",
      "RltdPties/UltmtDbtr/Nm",
      "RltdPties/UltmtDbtr/Pty/Nm"
    )
  ),
  account: Option.fromUndefinedOr(
    textAt(node, "RltdPties/DbtrAcct/Id/IBAN", "RltdPties/DbtrAcct/Id/Othr/Id")
  ),
  bankId: Option.fromUndefinedOr(
    textAt(
      node,
      "RltdAgts/DbtrAgt/FinInstnId/BICFI",
      "RltdAgts/DbtrAgt/FinInstnId/BIC",
      "RltdAgts/DbtrAgt/FinInstnId/ClrSysMmbId/MmbId"
    )
  ),
  bank: Option.fromUndefinedOr(textAt(node, "RltdAgts/DbtrAgt/FinInstnId/Nm"))
})
