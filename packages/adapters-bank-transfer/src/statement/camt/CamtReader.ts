import type { Place, StatementItem } from "@quittance/core/adapter"
import { Option } from "effect"
import { SaxesParser } from "saxes"
import { EntryKeys } from "../EntryKeys.ts"
import { refuse } from "../refuse.ts"
import { requireCurrency, requireOwn, type StatementAccount } from "../StatementAccount.ts"
import { readAmount } from "../StatementAmount.ts"
import { bookedMinor, type TextReader } from "../StatementReaders.ts"
import { type CamtDetail, camtDetail } from "./CamtDetail.ts"
import { camtEntries } from "./camtEntries.ts"
import { nodeAt, textAt, type XmlNode } from "./XmlNode.ts"

/** Deeper than any statement; each level costs the parser a look through all above it. */
const depthMax = 64
/** More characters than one element or mark-up has; they are counted in parts of the file. */
const elementCharactersMax = 1_000_000
const partCharacters = 65_536

const namespace = /^urn:iso:std:iso:20022:tech:xsd:(camt\.(\d{3})\.001\.(\d{2}))$/
const versions = ["02", "04", "08"]

/** What lies under the document, and below that, holds statements. */
const statementPaths = ["BkToCstmrStmt/Stmt", "BkToCstmrDbtCdtNtfctn/Ntfctn"]
/** What is read of a statement. */
const partsOfStatement = ["CreDtTm", "Acct", "Bal", "Ntry"]

/** The statement at hand. */
interface Statement {
  readonly place: Place
  createdOn: string
  isOwn: boolean
  openingMinor: bigint | undefined
  closingMinor: bigint | undefined
  movedMinor: bigint
  entries: number
}

/**
 * Reads camt.053 and camt.054, versions 02, 04 and 08. Elements are held only as long as the entry they are in, and the
 * payments of an entry only as what is read of them. Truncated files, DOCTYPE and unknown entities are refused.
 */
export class CamtReader implements TextReader {
  readonly #account: StatementAccount
  readonly #parser = new SaxesParser({ xmlns: true, position: true })
  readonly #keys = new EntryKeys()
  readonly #names: Array<string> = []
  /** The elements from a part of a statement down to the one at hand. */
  readonly #nodes: Array<XmlNode> = []
  #details: Array<CamtDetail> = []
  #statement: Statement | undefined
  #statements = 0
  #items: Array<StatementItem> = []
  #sinceEvent = 0

  constructor(account: StatementAccount) {
    this.#account = account
    const parser = this.#parser
    parser.on("error", ({ message }) =>
      this.#refuse(`the file is no well-formed XML: ${message.replace(/^\d+:\d+: /, "")}`)
    )
    parser.on("doctype", () => this.#refuse("the file has a DOCTYPE, which no statement has"))
    parser.on("opentagstart", () => {
      this.#sinceEvent = 0
      if (this.#names.length >= depthMax) this.#refuse(`elements are nested deeper than ${depthMax}`)
    })
    parser.on("opentag", ({ attributes, local, uri }) =>
      this.#open(local, uri, attributes.Ccy === undefined ? undefined : String(attributes.Ccy.value))
    )
    parser.on("closetag", () => this.#close())
    const text = (part: string): void => {
      this.#sinceEvent = 0
      const node = this.#nodes.at(-1)
      if (node !== undefined) node.text += part
    }
    parser.on("text", text)
    parser.on("cdata", text)
  }

  push(text: string): ReadonlyArray<StatementItem> {
    for (let at = 0; at < text.length; at += partCharacters) {
      const part = text.slice(at, at + partCharacters)
      this.#sinceEvent += part.length
      this.#parser.write(part)
      if (this.#sinceEvent > elementCharactersMax)
        this.#refuse(`an element has more than ${elementCharactersMax} characters`)
    }
    return this.#taken()
  }

  end(): ReadonlyArray<StatementItem> {
    this.#parser.close()
    if (this.#statements === 0) this.#refuse("the file has no statement")
    return this.#taken()
  }

  #taken(): ReadonlyArray<StatementItem> {
    const items = this.#items
    this.#items = []
    return items
  }

  get #place(): Place {
    const node = this.#nodes.at(-1)
    return { line: this.#parser.line, path: node?.path ?? this.#names.join("/") }
  }

  #refuse(message: string): never {
    return refuse(this.#place, message)
  }

  #open(name: string, uri: string, currency: string | undefined): void {
    if (this.#names.length === 0) this.#requireKind(name, uri)
    this.#names.push(name)
    const parent = this.#nodes.at(-1)
    if (parent !== undefined) {
      const isDetail = parent.name === "NtryDtls" && name === "TxDtls"
      const path = `${parent.path}/${name}${isDetail ? `[${this.#details.length + 1}]` : ""}`
      const node = { name, line: this.#parser.line, path, currency, text: "", children: [] }
      // What is read of a payment is held instead.
      if (!isDetail) parent.children.push(node)
      this.#nodes.push(node)
      return
    }
    if (this.#names.length === 3 && statementPaths.includes(this.#names.slice(1).join("/"))) {
      this.#statements += 1
      const place = { line: this.#parser.line, path: `${name}[${this.#statements}]` }
      this.#statement = {
        place,
        createdOn: "",
        isOwn: false,
        openingMinor: undefined,
        closingMinor: undefined,
        movedMinor: 0n,
        entries: 0
      }
    }
    const statement = this.#statement
    if (statement === undefined || this.#names.length !== 4 || !partsOfStatement.includes(name)) return
    if (name === "Ntry") statement.entries += 1
    const path = `${statement.place.path}/${name}${name === "Ntry" ? `[${statement.entries}]` : ""}`
    this.#nodes.push({ name, line: this.#parser.line, path, currency, text: "", children: [] })
  }

  #requireKind(name: string, uri: string): void {
    const [, kind, message, version = ""] = namespace.exec(uri) ?? []
    if (name !== "Document" || kind === undefined)
      this.#refuse(`the file is no camt.053 or camt.054: it begins with ${name} of “${uri.slice(0, 100)}”`)
    if (message === "052")
      this.#refuse("the file is camt.052, a report within the day: import camt.053 or camt.054")
    if (message !== "053" && message !== "054")
      this.#refuse(`the file is ${kind}: import camt.053 or camt.054`)
    if (!versions.includes(version))
      this.#refuse(`the file is ${kind}, and only versions ${versions.join(", ")} are read`)
  }

  #close(): void {
    this.#sinceEvent = 0
    const node = this.#nodes.pop()
    const depth = this.#names.length
    if (node?.name === "TxDtls" && this.#nodes.at(-1)?.name === "NtryDtls")
      this.#details.push(camtDetail(node, this.#account))
    if (node !== undefined && this.#nodes.length === 0) this.#part(node)
    this.#names.pop()
    if (depth === 3 && this.#statement !== undefined) this.#endStatement(this.#statement)
  }

  #part(node: XmlNode): void {
    const statement = this.#statement
    if (statement === undefined) return
    switch (node.name) {
      case "CreDtTm":
        statement.createdOn = node.text.trim()
        return
      case "Acct":
        this.#readAccount(node, statement)
        return
      case "Bal":
        this.#readBalance(node, statement)
        return
      case "Ntry":
        this.#readEntry(node, statement)
        return
    }
  }

  #readAccount(node: XmlNode, statement: Statement): void {
    const number = textAt(node, "Id/IBAN", "Id/Othr/Id")
    requireOwn(
      this.#account,
      number ?? refuse(node, "the statement must name its account: Id/IBAN is missing"),
      node
    )
    const currency = textAt(node, "Ccy")
    if (currency !== undefined) requireCurrency(this.#account, currency, node)
    statement.isOwn = true
  }

  #readBalance(node: XmlNode, statement: Statement): void {
    const code = textAt(node, "Tp/CdOrPrtry/Cd")
    const amount = nodeAt(node, "Amt")
    if (amount === undefined || (code !== "OPBD" && code !== "PRCD" && code !== "CLBD")) return
    requireCurrency(this.#account, amount.currency ?? "", amount)
    const minor = readAmount(amount.text.trim(), ".", amount)
    const signed = textAt(node, "CdtDbtInd") === "DBIT" ? -minor : minor
    if (code === "CLBD") statement.closingMinor = signed
    else if (code === "OPBD" || statement.openingMinor === undefined) statement.openingMinor = signed
  }

  #readEntry(node: XmlNode, statement: Statement): void {
    if (!statement.isOwn) refuse(node, "the statement must name its account before its entries")
    const details = this.#details
    this.#details = []
    const entries = camtEntries({
      node,
      details,
      account: this.#account,
      keys: this.#keys,
      createdOn: statement.createdOn
    })
    for (const entry of entries) {
      statement.movedMinor += bookedMinor(entry)
      this.#items.push({ _tag: "Entry", entry })
    }
  }

  #endStatement({ closingMinor, movedMinor, openingMinor, place, isOwn }: Statement): void {
    if (!isOwn) refuse(place, "the statement must name its account: Acct is missing")
    this.#statement = undefined
    this.#items.push({
      _tag: "Section",
      section: {
        place,
        openingMinor: Option.fromUndefinedOr(openingMinor),
        closingMinor: Option.fromUndefinedOr(closingMinor),
        movedMinor
      }
    })
  }
}
