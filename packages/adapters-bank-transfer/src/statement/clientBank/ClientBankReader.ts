import type { StatementItem } from "@quittance/core/adapter"
import { Option } from "effect"
import { EntryKeys } from "../EntryKeys.ts"
import { lineAt, refuse } from "../refuse.ts"
import { requireOwn, type StatementAccount } from "../StatementAccount.ts"
import { readAmount } from "../StatementAmount.ts"
import { bookedMinor, type LineReader } from "../StatementReaders.ts"
import { clientBankEntry } from "./clientBankEntry.ts"
import { DocumentFields, keyAndValue, sectionKeys } from "./DocumentFields.ts"

/** Longer than any purpose. */
const documentLinesMax = 1000

/**
 * Reads 1CClientBankExchange, versions 1 and 2, of Russian banks and those of Kazakhstan: sections of the account, one
 * or one for each day, and documents. A file without its last line is cut off, and refused.
 */
export class ClientBankReader implements LineReader {
  readonly #account: StatementAccount
  readonly #keys = new EntryKeys()
  #document: DocumentFields | undefined
  #section = 0
  /** The line of the first section of the account. */
  #sectionSeen = 0
  #openingMinor: bigint | undefined
  #closingMinor: bigint | undefined
  #movedMinor = 0n
  #isEnded = false

  constructor(account: StatementAccount) {
    this.#account = account
  }

  line(text: string, number: number): ReadonlyArray<StatementItem> {
    if (this.#isEnded && text.trim() !== "")
      refuse(lineAt(number), "the file goes on after КонецФайла: it was joined with another one")
    const pair = keyAndValue(text)
    if (pair === undefined) {
      this.#document?.goOn(text)
      this.#bound(number)
      return []
    }
    const [key, value] = pair
    switch (key) {
      case "СЕКЦИЯРАСЧСЧЕТ":
        this.#outside(number, text)
        this.#section = number
        this.#sectionSeen ||= number
        return []
      case "КОНЕЦРАСЧСЧЕТ":
        this.#section = 0
        return []
      case "СЕКЦИЯДОКУМЕНТ":
        this.#outside(number, text)
        if (this.#sectionSeen === 0)
          refuse(
            lineAt(number),
            "the file has payment orders for a bank, and no section of an account: СекцияРасчСчет"
          )
        this.#document = new DocumentFields(number)
        return []
      case "КОНЕЦДОКУМЕНТА":
        return this.#endDocument(number)
      case "КОНЕЦФАЙЛА":
        this.#outside(number, text)
        this.#isEnded = true
        return []
      case "ВЕРСИЯФОРМАТА":
        if (this.#document === undefined && !/^[12]\.\d+$/.test(value))
          refuse(
            lineAt(number),
            `the file is version ${value.slice(0, 20)} of the format, and 1 and 2 are read`
          )
    }
    if (this.#document !== undefined) {
      this.#document.set(key, value, number)
      this.#bound(number)
    } else if (this.#section > 0) this.#readSection(key, value, number)
    return []
  }

  end(lines: number): ReadonlyArray<StatementItem> {
    if (!this.#isEnded) refuse(lineAt(lines), "the file ends before КонецФайла: it is cut off")
    if (this.#sectionSeen === 0)
      refuse(lineAt(lines), "the file has no section of an account: СекцияРасчСчет is missing")
    return [
      {
        _tag: "Section",
        section: {
          place: lineAt(this.#sectionSeen),
          openingMinor: Option.fromUndefinedOr(this.#openingMinor),
          closingMinor: Option.fromUndefinedOr(this.#closingMinor),
          movedMinor: this.#movedMinor
        }
      }
    ]
  }

  #endDocument(number: number): ReadonlyArray<StatementItem> {
    const document =
      this.#document ?? refuse(lineAt(number), "КонецДокумента must stand after СекцияДокумент")
    this.#document = undefined
    const item = clientBankEntry(document, this.#account, this.#keys)
    if (item._tag === "Entry") this.#movedMinor += bookedMinor(item.entry)
    return [item]
  }

  /** The opening balance is that of the first day, the closing one that of the last. */
  #readSection(key: string, value: string, number: number): void {
    if (key === sectionKeys.account) requireOwn(this.#account, value, lineAt(number))
    if (key === sectionKeys.opening) this.#openingMinor ??= readBalance(value, number)
    if (key === sectionKeys.closing) this.#closingMinor = readBalance(value, number)
  }

  #outside(number: number, text: string): void {
    if (this.#document !== undefined || this.#section > 0)
      refuse(lineAt(number), `${text.trim().slice(0, 40)} stands within a section that has no end`)
  }

  #bound(number: number): void {
    if (this.#document !== undefined && number - this.#document.line > documentLinesMax)
      refuse(lineAt(number), `the document has more than ${documentLinesMax} lines`)
  }
}

const readBalance = (value: string, number: number): bigint | undefined => {
  if (value === "") return undefined
  const minor = readAmount(value.replace(/^-/, ""), ".", lineAt(number))
  return value.startsWith("-") ? -minor : minor
}
