import { type StatementItem, statementFileBytesMax } from "@quittance/core/adapter"
import { CamtReader } from "./camt/CamtReader.ts"
import { ClientBankReader } from "./clientBank/ClientBankReader.ts"
import { isDocumentKey } from "./clientBank/DocumentFields.ts"
import { CsvReader } from "./csv/CsvReader.ts"
import { LineText } from "./file/LineText.ts"
import { headBytes, recognised } from "./file/recognised.ts"
import { XmlText } from "./file/XmlText.ts"
import { Mt940Reader } from "./mt940/Mt940Reader.ts"
import { lineAt, refuse } from "./refuse.ts"
import type { StatementAccount } from "./StatementAccount.ts"

interface ByteReader {
  readonly push: (bytes: Uint8Array) => ReadonlyArray<StatementItem>
  readonly end: () => ReadonlyArray<StatementItem>
}

/**
 * Reads one file of statements of an account, in parts of any size, and holds no more than the entry at hand. Its
 * format is told by its content. A file that cannot be read without guessing throws `StatementRefused`, perhaps after
 * entries that it could read: what a file says counts only when `end` has returned.
 */
export class StatementReading {
  readonly #account: StatementAccount
  #head: Uint8Array | undefined = new Uint8Array()
  #reader: ByteReader | undefined
  #bytes = 0

  constructor(account: StatementAccount) {
    this.#account = account
  }

  push(bytes: Uint8Array): ReadonlyArray<StatementItem> {
    this.#bytes += bytes.length
    if (this.#bytes > statementFileBytesMax)
      refuse(
        lineAt(0),
        `the file has more than ${statementFileBytesMax / 1024 / 1024} MB: export shorter periods`
      )
    if (this.#reader !== undefined) return this.#reader.push(bytes)
    this.#head = Buffer.concat([this.#head ?? new Uint8Array(), bytes])
    return this.#head.length < headBytes ? [] : this.#begin()
  }

  end(): ReadonlyArray<StatementItem> {
    const first = this.#reader === undefined ? this.#begin() : []
    return [...first, ...(this.#reader?.end() ?? [])]
  }

  #begin(): ReadonlyArray<StatementItem> {
    const head = this.#head ?? new Uint8Array()
    this.#head = undefined
    this.#reader = readerOf(this.#account, head)
    return this.#reader.push(head)
  }
}

const readerOf = (account: StatementAccount, head: Uint8Array): ByteReader => {
  const { csv } = account
  switch (recognised(head.subarray(0, headBytes), csv !== undefined)) {
    case "camt":
      return new XmlText(new CamtReader(account), head)
    case "mt940":
      return new LineText(new Mt940Reader(account), [{ label: "windows-1252" }])
    case "clientBank":
      return new LineText(new ClientBankReader(account), [
        { label: "windows-1251", isIt: isDocumentKey },
        { label: "ibm866", isIt: isDocumentKey }
      ])
    case "csv":
      return csv === undefined
        ? refuse(lineAt(0), "the account declares no csv")
        : new LineText(
            new CsvReader(account, csv),
            csv.encoding === undefined ? [] : [{ label: csv.encoding }]
          )
  }
}
