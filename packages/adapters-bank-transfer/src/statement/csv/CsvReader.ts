import type { StatedEntry, StatementItem } from "@quittance/core/adapter"
import { Option } from "effect"
import { EntryKeys, namedBy } from "../EntryKeys.ts"
import { lineAt, refuse } from "../refuse.ts"
import { requireCurrency, requireOwn, type StatementAccount } from "../StatementAccount.ts"
import { readAmount } from "../StatementAmount.ts"
import { readDay } from "../StatementDay.ts"
import { bookedMinor, type LineReader } from "../StatementReaders.ts"
import type { CsvMapping } from "./CsvMapping.ts"
import { csvFields } from "./csvFields.ts"

/** So many lines may stand before the header: the bank's name, the account, the period. */
const linesBeforeHeaderMax = 50
const recordLengthMax = 65_536
/** Each line of a row is read with those before it, so a row of very many would take very long. */
const recordLinesMax = 100

type Column = Exclude<keyof CsvMapping["columns"], "texts">

/** Reads CSV by the mapping of the account. Every row must have all columns of the header. */
export class CsvReader implements LineReader {
  readonly #account: StatementAccount
  readonly #mapping: CsvMapping
  readonly #keys = new EntryKeys()
  #header: ReadonlyArray<string> | undefined
  #record = ""
  #recordLine = 0
  #movedMinor = 0n

  constructor(account: StatementAccount, mapping: CsvMapping) {
    this.#account = account
    this.#mapping = mapping
  }

  line(text: string, number: number): ReadonlyArray<StatementItem> {
    const isGoingOn = this.#record !== ""
    if (!isGoingOn) this.#recordLine = number
    this.#record += isGoingOn ? `\n${text}` : text
    if (this.#record.length > recordLengthMax || number - this.#recordLine >= recordLinesMax)
      refuse(
        lineAt(this.#recordLine),
        `the row has more than ${recordLinesMax} lines or ${recordLengthMax} characters: a quote may never close`
      )
    const fields = csvFields(this.#record, this.#mapping.separator)
    if (fields === undefined && this.#header !== undefined) return []
    this.#record = ""
    if (fields === undefined || fields.every((each) => each === "")) return []
    if (this.#header !== undefined) return [this.#entry(fields, this.#header)]
    const wanted = this.#columnNames
    if (wanted.every((name) => fields.includes(name))) this.#header = fields
    else if (number >= linesBeforeHeaderMax) this.#noHeader(number)
    return []
  }

  end(lines: number): ReadonlyArray<StatementItem> {
    if (this.#record !== "") refuse(lineAt(this.#recordLine), "the row has a quote that never closes")
    if (this.#header === undefined) this.#noHeader(lines)
    const section = {
      place: lineAt(1),
      openingMinor: Option.none(),
      closingMinor: Option.none(),
      movedMinor: this.#movedMinor
    }
    return [{ _tag: "Section", section }]
  }

  get #columnNames(): ReadonlyArray<string> {
    const { texts, ...single } = this.#mapping.columns
    return [...Object.values(single), ...texts]
  }

  #noHeader(line: number): never {
    return refuse(lineAt(line), `the file has no header with the columns ${this.#columnNames.join(", ")}`)
  }

  #entry(fields: ReadonlyArray<string>, header: ReadonlyArray<string>): StatementItem {
    const place = lineAt(this.#recordLine)
    if (fields.length !== header.length)
      refuse(place, `the row has ${fields.length} columns, and the header has ${header.length}`)
    const { bookedStatus, columns, dateFormat } = this.#mapping
    const named = (name: string): string => fields[header.indexOf(name)] ?? ""
    const value = (column: Column): string | undefined => {
      const name = columns[column]
      const text = name === undefined ? "" : named(name)
      return text === "" ? undefined : text
    }
    const [account, currency] = [value("account"), value("currency")]
    if (account !== undefined) requireOwn(this.#account, account, place)
    if (currency !== undefined) requireCurrency(this.#account, currency, place)
    const signed = this.#signed(value)
    const bookedOn = value("bookedOn")
    const status = value("status")
    const valueOn = value("valueOn")
    const facts = {
      place,
      amountMinor: signed < 0n ? -signed : signed,
      direction: signed < 0n ? ("debit" as const) : ("credit" as const),
      isReversal: false,
      status: status === bookedStatus ? ("booked" as const) : ("pending" as const),
      bookedOn: readDay(bookedOn ?? "", dateFormat, place),
      valueOn: Option.fromUndefinedOr(
        valueOn === undefined ? undefined : readDay(valueOn, dateFormat, place)
      ),
      acceptedAt: Option.none(),
      payer: {
        name: Option.fromUndefinedOr(value("payer")),
        account: Option.fromUndefinedOr(value("payerAccount")),
        bankId: Option.fromUndefinedOr(value("payerBank")),
        bank: Option.none()
      },
      structuredReferences: [value("reference") ?? []].flat(),
      texts: columns.texts.map(named).filter((text) => text !== ""),
      endToEndId: Option.none()
    }
    const key = this.#keys.next(facts, namedBy("bankReference", value("bankReference")))
    const entry: StatedEntry = { ...facts, key, isBatch: false, partOf: Option.none() }
    this.#movedMinor += bookedMinor(entry)
    return { _tag: "Entry", entry }
  }

  #signed(value: (column: Column) => string | undefined): bigint {
    const { columns } = this.#mapping
    if (columns.amount !== undefined) return this.#amount(value("amount") ?? "")
    const [credit, debit] = [value("credit"), value("debit")]
    if ((credit === undefined) === (debit === undefined) && columns.debit !== undefined)
      return refuse(lineAt(this.#recordLine), "the row must have either a credit or a debit")
    if (credit !== undefined) return this.#amount(credit)
    const minor = this.#amount(debit ?? "")
    // Some banks write debits with a sign, some without.
    return minor < 0n ? minor : -minor
  }

  #amount(written: string): bigint {
    const { decimalMark, thousandsMark } = this.#mapping
    const [, sign = "", digits = ""] = /^([+-]?)(.*)$/.exec(written.replace(/[\u00a0\u202f]/g, " ")) ?? []
    const place = lineAt(this.#recordLine)
    const plain = thousandsMark === undefined ? digits : withoutThousands(digits, thousandsMark, decimalMark)
    const minor = readAmount(plain ?? digits, decimalMark, place)
    return sign === "-" ? -minor : minor
  }
}

/** Marks stand before groups of three digits and nowhere else. */
const withoutThousands = (digits: string, thousandsMark: string, decimalMark: string): string | undefined => {
  const [whole = "", ...fraction] = digits.split(decimalMark)
  const groups = whole.split(thousandsMark)
  const isGrouped = groups.every((group, at) => (at === 0 ? /^\d{1,}$/ : /^\d{3}$/).test(group))
  return isGrouped ? [groups.join(""), ...fraction].join(decimalMark) : undefined
}
