/**
 * The keys of a 1C file, as Russian banks and those of Kazakhstan name them. Some write them in capitals. Of several
 * keys for one thing the first counts that has a value.
 */
export const documentKeys = {
  number: ["Номер", "НомерДокумента"],
  date: ["Дата", "ДатаДокумента"],
  amount: ["Сумма"],
  credit: ["СуммаПриход"],
  debit: ["СуммаРасход"],
  creditedOn: ["ДатаПоступило"],
  debitedOn: ["ДатаСписано"],
  operatedOn: ["ДатаОперации"],
  valueOn: ["ДатаВалютирования"],
  currency: ["Валюта", "КодВалюты"],
  payerAccount: ["ПлательщикСчет", "ПлательщикРасчСчет", "ПлательщикИИК"],
  payerName: ["Плательщик1", "ПлательщикНаименование", "Плательщик"],
  payerBankId: ["ПлательщикБИК", "ПлательщикБанкБИК"],
  payerBank: ["ПлательщикБанк1", "ПлательщикБанкНаименование"],
  payeeAccount: ["ПолучательСчет", "ПолучательРасчСчет", "ПолучательИИК"],
  purpose: ["НазначениеПлатежа"],
  purposeLines: [1, 2, 3, 4, 5, 6].map((line) => `НазначениеПлатежа${line}`)
} as const

/** The keys of the section of an account. */
export const sectionKeys = {
  account: "РАСЧСЧЕТ",
  opening: "НАЧАЛЬНЫЙОСТАТОК",
  closing: "КОНЕЧНЫЙОСТАТОК"
} as const

/** A line as its key in capitals and its value; undefined if it is no such line. */
export const keyAndValue = (line: string): readonly [string, string] | undefined => {
  const at = line.indexOf("=")
  const key = (at < 0 ? line : line.slice(0, at)).trim()
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(key)
    ? [key.toUpperCase(), at < 0 ? "" : line.slice(at + 1).trim()]
    : undefined
}

/** Keys that stand near the start of a file. */
const firstKeys = /^(?:ВЕРСИЯФОРМАТА|КОДИРОВКА|ОТПРАВИТЕЛЬ|ПОЛУЧАТЕЛЬ|ДАТА|ВРЕМЯ|РАСЧСЧЕТ|ДОКУМЕНТ|СЕКЦИЯ)/

/** Whether a line reads as one of a 1C file, which tells its encoding. */
export const isDocumentKey = (line: string): boolean => firstKeys.test(line.toUpperCase())

/** The values of one document. */
export class DocumentFields {
  readonly line: number
  readonly #values = new Map<string, { value: string; readonly line: number }>()
  #last: { value: string } | undefined

  constructor(line: number) {
    this.line = line
  }

  set(key: string, value: string, line: number): void {
    const field = { value, line }
    this.#values.set(key, field)
    this.#last = key.startsWith("НАЗНАЧЕНИЕПЛАТЕЖА") ? field : undefined
  }

  /** A line without a key goes on with the purpose; elsewhere it says nothing. */
  goOn(text: string): void {
    if (this.#last !== undefined) this.#last.value += `\n${text}`
  }

  /** The first value of these keys that is not empty. */
  field(keys: ReadonlyArray<string>): { readonly value: string; readonly line: number } | undefined {
    for (const key of keys) {
      const field = this.#values.get(key.toUpperCase())
      if (field !== undefined && field.value !== "") return field
    }
    return undefined
  }

  text(keys: ReadonlyArray<string>): string | undefined {
    return this.field(keys)?.value
  }
}
