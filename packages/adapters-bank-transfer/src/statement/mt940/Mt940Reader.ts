import type { Place, StatedEntry, StatementItem } from "@quittance/core/adapter"
import { Option } from "effect"
import { EntryKeys, namedBy } from "../EntryKeys.ts"
import { lineAt, refuse } from "../refuse.ts"
import { requireCurrency, requireOwn, type StatementAccount } from "../StatementAccount.ts"
import { readAmount } from "../StatementAmount.ts"
import { bookedMinor, type LineReader } from "../StatementReaders.ts"
import { type Mt940Line, readMt940Line } from "./Mt940Line.ts"
import { readMt940Text, readNsText } from "./mt940Text.ts"

/** Fields of MT940. A line of text that begins with another one is text: banks break lines anywhere. */
const field = /^:(20|21|25P?|28C?|60[FM]|61|62[FM]|64|65F?|86|NS|13D?|940):(.*)$/
/** What ends a statement, in an envelope or without. */
const terminator = /^-(?:\}.*|X*)$/
const balance = /^([CD])(\d{6})([A-Z]{3})(.+)$/
/** More lines than a field has. */
const fieldLinesMax = 1000
/** SWIFT breaks texts into lines so long, within words or between them. */
const lineMax = 65
/** A line of text that is shorter ends where its text does, not where a bank breaks it. */
const brokenFrom = 45

interface Field {
  readonly tag: string
  readonly line: number
  readonly lines: Array<string>
  readonly mayBeText: boolean
}

interface Statement {
  readonly place: Place
  isOwn: boolean
  openingMinor: bigint | undefined
  movedMinor: bigint
}

/** An entry whose texts are still to come. */
interface Begun {
  readonly place: Place
  readonly line: Mt940Line
  readonly mayBeText: boolean
  readonly texts: Array<string>
  readonly ns: Array<string>
}

/**
 * Reads MT940, with the envelopes of SWIFT or without, several statements in a file. A statement without its closing
 * balance is refused: the file is cut off.
 */
export class Mt940Reader implements LineReader {
  readonly #account: StatementAccount
  readonly #keys = new EntryKeys()
  #field: Field | undefined
  #statement: Statement | undefined
  #begun: Begun | undefined
  #closed = 0
  #items: Array<StatementItem> = []

  constructor(account: StatementAccount) {
    this.#account = account
  }

  line(text: string, number: number): ReadonlyArray<StatementItem> {
    // Envelopes begin and end with control characters.
    const plain = text.replace(/(?!\t)\p{Cc}/gu, "")
    const [, tag, rest = ""] = field.exec(plain) ?? []
    if (tag !== undefined) {
      const mayBeText = continues(this.#field, plain)
      this.#endField()
      this.#field = { tag, line: number, lines: [rest], mayBeText }
    } else if (terminator.test(plain) || plain.startsWith("{1:")) {
      this.#endField()
    } else if (this.#field !== undefined) {
      this.#field.lines.push(plain)
      if (this.#field.lines.length > fieldLinesMax)
        refuse(lineAt(number), `the field :${this.#field.tag}: has more than ${fieldLinesMax} lines`)
    }
    return this.#taken()
  }

  end(lines: number): ReadonlyArray<StatementItem> {
    this.#endField()
    if (this.#statement !== undefined)
      refuse(lineAt(lines), "the file ends before the closing balance :62F: of its statement: it is cut off")
    if (this.#closed === 0) refuse(lineAt(lines), "the file has no statement with a closing balance :62F:")
    return this.#taken()
  }

  #taken(): ReadonlyArray<StatementItem> {
    const items = this.#items
    this.#items = []
    return items
  }

  #endField(): void {
    const ended = this.#field
    this.#field = undefined
    if (ended === undefined) return
    const place = lineAt(ended.line)
    const [first = ""] = ended.lines
    switch (ended.tag) {
      case "20":
        this.#begin(place)
        return
      case "25":
      case "25P":
        requireOwn(this.#account, first.trim(), place)
        this.#within(place, ended.tag).isOwn = true
        return
      case "60F":
      case "60M":
        this.#within(place, ended.tag).openingMinor = this.#balance(first, place)
        return
      case "61":
        this.#beginEntry(first, place, ended.mayBeText)
        return
      case "86":
        this.#begun?.texts.push(...ended.lines)
        return
      case "NS":
        this.#begun?.ns.push(...ended.lines)
        return
      case "62F":
      case "62M":
        this.#close(this.#balance(first, place), place, ended.tag)
        return
    }
  }

  #begin(place: Place): void {
    if (this.#statement !== undefined)
      refuse(place, "a statement begins before the closing balance :62F: of the one before it")
    this.#statement = { place, isOwn: false, openingMinor: undefined, movedMinor: 0n }
  }

  #within(place: Place, tag: string): Statement {
    return this.#statement ?? refuse(place, `:${tag}: must stand in a statement, which begins with :20:`)
  }

  #balance(text: string, place: Place): bigint {
    const [, mark, , currency = "", amount = ""] = balance.exec(text.trim()) ?? []
    if (mark === undefined)
      return refuse(place, `the balance “${text.slice(0, 40)}” must be as C261128EUR1250,50`)
    requireCurrency(this.#account, currency, place)
    const minor = readAmount(amount, ",", place)
    return mark === "C" ? minor : -minor
  }

  #beginEntry(text: string, place: Place, mayBeText: boolean): void {
    const statement = this.#within(place, "61")
    if (!statement.isOwn || statement.openingMinor === undefined)
      refuse(place, "an entry must stand after the account :25: and the opening balance :60F:")
    this.#endEntry()
    this.#begun = { place, line: readMt940Line(text.trimEnd(), place), mayBeText, texts: [], ns: [] }
  }

  #endEntry(): void {
    const begun = this.#begun
    this.#begun = undefined
    if (begun === undefined || this.#statement === undefined) return
    const { bankReference, isExpected, valueOn, ...moved } = begun.line
    const said = begun.texts.length === 0 ? readNsText(begun.ns) : readMt940Text(begun.texts)
    const facts = {
      ...moved,
      ...said,
      place: begun.place,
      status: isExpected ? ("pending" as const) : ("booked" as const),
      valueOn: Option.some(valueOn),
      acceptedAt: Option.none<number>()
    }
    const key = this.#keys.next(facts, namedBy("mt940Reference", bankReference))
    const { mayBeText } = begun
    const entry: StatedEntry = { ...facts, key, isBatch: false, partOf: Option.none(), mayBeText }
    this.#statement.movedMinor += bookedMinor(entry)
    this.#items.push({ _tag: "Entry", entry })
  }

  #close(closingMinor: bigint, place: Place, tag: string): void {
    const { movedMinor: before, openingMinor, place: begun } = this.#within(place, tag)
    if (openingMinor === undefined) refuse(place, "the statement must have its opening balance :60F:")
    this.#endEntry()
    const movedMinor = this.#statement?.movedMinor ?? before
    this.#statement = undefined
    this.#closed += 1
    this.#items.push({
      _tag: "Section",
      section: {
        place: begun,
        openingMinor: Option.fromUndefinedOr(openingMinor),
        closingMinor: Option.some(closingMinor),
        movedMinor
      }
    })
  }
}

/** Whether a bank may have broken the text before it in front of this line, so that a payer wrote it. */
const continues = (before: Field | undefined, text: string): boolean => {
  if (before === undefined || (before.tag !== "86" && before.tag !== "NS")) return false
  const { lines, tag } = before
  const last = (lines.at(-1) ?? "").length + (lines.length === 1 ? tag.length + 2 : 0)
  const [word = ""] = text.split(" ", 1)
  return last >= brokenFrom && last + word.length > lineMax
}
