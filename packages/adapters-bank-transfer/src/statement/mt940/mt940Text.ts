import type { Payer } from "@quittance/core/adapter"
import { Option } from "effect"
import { ibanAtStart } from "../StatementAccount.ts"

/** What `:86:` and fields of the bank say of an entry. */
export interface Mt940Text {
  readonly payer: Payer
  readonly texts: ReadonlyArray<string>
  readonly endToEndId: Option.Option<string>
  readonly structuredReferences: ReadonlyArray<string>
}

/** A code of three digits, then fields of two digits after a mark: Germany, Austria, Poland, the Netherlands. */
const coded = /^\d{3}([?>~^@])(?=\d\d)/
/** Fields that name themselves between slashes: the Netherlands. */
const slashed =
  /\/(EREF|REMI|NAME|IBAN|BIC|ORDP|BENM|CNTP|TRTP|PREF|MARF|CSID|RTRN|ISDT|SVCL|UDTR|UCRD|PURP)\//
/** What begins a part of the text of a SEPA payment. */
const sepaTag = /(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC)\+/

export const readMt940Text = (lines: ReadonlyArray<string>): Mt940Text => {
  const text = lines.join("")
  const mark = coded.exec(text)?.[1]
  if (mark !== undefined) return codedText(text, mark)
  return slashed.test(text) ? slashedText(text) : plainText(lines)
}

const some = (text: string | undefined): Option.Option<string> =>
  Option.fromUndefinedOr(text === undefined || text.trim() === "" ? undefined : text.trim())

const codedText = (text: string, mark: string): Mt940Text => {
  const fields = text.split(mark).slice(1)
  const valueOf = (isOne: (code: number) => boolean): string =>
    fields
      .filter((field) => /^\d\d/.test(field) && isOne(Number(field.slice(0, 2))))
      .map((field) => field.slice(2))
      .join("")
  const written = valueOf((code) => (code >= 20 && code <= 29) || (code >= 60 && code <= 63))
  return {
    payer: {
      name: some(valueOf((code) => code === 32 || code === 33)),
      account: some(valueOf((code) => code === 31)),
      bankId: some(valueOf((code) => code === 30)),
      bank: Option.none()
    },
    ...sepaText(written)
  }
}

/** The text of a SEPA payment is what stands behind `SVWZ+`, or all of it where no part is named. */
const sepaText = (written: string): Omit<Mt940Text, "payer"> => {
  const parts = written.split(sepaTag)
  const partOf = (tag: string): string | undefined => {
    const at = parts.indexOf(tag)
    return at < 0 ? undefined : parts[at + 1]
  }
  const endToEndId = partOf("EREF")?.trim()
  return {
    texts: [partOf("SVWZ") ?? written],
    endToEndId: some(endToEndId === "NOTPROVIDED" ? undefined : endToEndId),
    structuredReferences: []
  }
}

const slashedText = (text: string): Mt940Text => {
  const parts = text.split(slashed)
  const partOf = (name: string): string | undefined => {
    const at = parts.indexOf(name)
    return at < 0 ? undefined : parts[at + 1]
  }
  const remittance = partOf("REMI") ?? ""
  const [, structured] = /^(?:STRD\/\/?)?CUR\/(.+)$|^STRD\/(.+)$/.exec(remittance) ?? []
  const [account, bankId, name] = partOf("CNTP")?.split("/") ?? []
  const endToEndId = partOf("EREF")?.trim()
  return {
    payer: {
      name: some(partOf("NAME") ?? name),
      account: some(partOf("IBAN") ?? account),
      bankId: some(partOf("BIC") ?? bankId),
      bank: Option.none()
    },
    texts: [remittance.replace(/^(?:USTD|STRD)\/\/?/, "")],
    endToEndId: some(endToEndId === "NOTPROVIDED" ? undefined : endToEndId),
    structuredReferences: structured === undefined ? [] : [structured]
  }
}

const plainText = (lines: ReadonlyArray<string>): Mt940Text => ({
  payer: {
    name: Option.none(),
    account: some(ibanAtStart(lines[0] ?? "")),
    bankId: Option.none(),
    bank: Option.none()
  },
  texts: lines.map((line) => line.trimEnd()).filter((line) => line !== ""),
  endToEndId: Option.none(),
  structuredReferences: []
})

/**
 * The same from lines of `:NS:`, which begin with a code of two digits: the text up to 14, the payer's name 15 and 16.
 */
export const readNsText = (lines: ReadonlyArray<string>): Mt940Text => {
  const valuesOf = (from: number, to: number): ReadonlyArray<string> =>
    lines
      .filter(
        (line) => /^\d\d/.test(line) && Number(line.slice(0, 2)) >= from && Number(line.slice(0, 2)) <= to
      )
      .map((line) => line.slice(2).trim())
  return {
    payer: {
      name: some(valuesOf(15, 16).join("")),
      account: some(valuesOf(19, 19)[0]),
      bankId: some(valuesOf(18, 18)[0]),
      bank: Option.none()
    },
    texts: valuesOf(1, 14),
    endToEndId: Option.none(),
    structuredReferences: []
  }
}
