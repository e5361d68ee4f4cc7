import { Option } from "effect"
import type { KycDocument } from "../concepts/kyc/KycDocument.ts"
import type { DeliveryAttempt } from "../concepts/webhook/WebhookDelivery.ts"
import type { Concept } from "../kernel/concept/Concept.ts"
import { type Claim, claimDomain } from "../kernel/ports/Claim.ts"
import type { EventRecord } from "../kernel/ports/Store.ts"
import { conceptNamed } from "./concepts.ts"

/**
 * Detects rows that were changed by anything but a commit.
 *
 * - Every commit stores a *checksum* of the row as it wrote it, which reveals a change in any part of the row. The
 *   columns that never change have their own checksum, stored by the commit that inserted the row.
 * - The chain covers the *fixed text* of a row, its columns that never change, in the commit that inserted
 *   it. It is read back from the row itself and needs no space. A forger can match a checksum, but not a
 *   hash.
 *
 * Erasable columns are left out, because the checksum of a name would confirm a guess, and so are sealed
 * columns, which may be sealed again. A null column is in neither, so a column that is added later does not
 * change existing digests.
 */
export interface RowDigest<State> {
  readonly noun: string
  readonly table: string
  readonly partnerColumn: string
  readonly idOf: (state: State) => string
  /** The covered columns: first those that never change. */
  readonly columns: ReadonlyArray<string>
  /** Of an inserted row. */
  readonly inserted: (state: State) => RowTexts
  /** The checksum of the columns that change. */
  readonly changed: (state: State, version: number) => string
  /** The texts of the covered cells. */
  readonly ofCells: (cells: ReadonlyArray<unknown>) => RowTexts
}

export interface RowTexts {
  /** The checksum of the columns that change. */
  readonly changing: string
  /** The checksum of the columns that never change. */
  readonly fixed: string
  /** The fixed text. */
  readonly text: string
}

export const rowDigest = <State>({
  columns,
  nameOf,
  noun,
  partnerColumn,
  table
}: Concept<State>): RowDigest<State> => {
  const digested = columns.filter(({ isDigested }) => isDigested)
  const fixed = digested.filter(({ isFixed }) => isFixed)
  const changing = digested.filter(({ isFixed }) => !isFixed)
  const names = [...fixed, ...changing].map(({ name }) => name).concat("version")
  const starts = names.map((name) => checksumWith(checksumStart, name))

  const checksumOf = (cells: ReadonlyArray<unknown>, first: number): string => {
    let sum = 0
    for (let index = 0; index < cells.length; index++) {
      const cell = cells[index]
      if (cell !== null)
        sum ^= checksumWith(starts[first + index] ?? 0, typeof cell === "string" ? cell : String(cell))
    }
    return checksumText(sum)
  }

  /** Each value follows its column, and a text its length, so that different rows never have the same text. */
  const fixedText = (cells: ReadonlyArray<unknown>): string => {
    let text = table
    for (let index = 0; index < fixed.length; index++) {
      const cell = cells[index]
      if (cell === null) continue
      const value = typeof cell === "string" ? `${cell.length}${fieldSeparator}${cell}` : String(cell)
      text += `${fieldSeparator}${names[index] ?? ""}${fieldSeparator}${value}`
    }
    return text
  }

  const changingCells = (state: State, version: number): ReadonlyArray<unknown> => {
    const cells: Array<unknown> = []
    for (const { cellOf } of changing) cells.push(cellOf(state))
    cells.push(version)
    return cells
  }

  const checksumOfChanging = (cells: ReadonlyArray<unknown>): string => checksumOf(cells, fixed.length)

  const textsOf = (fixedCells: ReadonlyArray<unknown>, changingCells: ReadonlyArray<unknown>): RowTexts => ({
    changing: checksumOfChanging(changingCells),
    fixed: checksumOf(fixedCells, 0),
    text: fixedText(fixedCells)
  })

  return {
    noun,
    table,
    partnerColumn,
    idOf: (state) => nameOf(state).id,
    columns: names,
    inserted: (state) =>
      textsOf(
        fixed.map(({ cellOf }) => cellOf(state)),
        changingCells(state, 1)
      ),
    changed: (state, version) => checksumOfChanging(changingCells(state, version)),
    ofCells: (cells) => textsOf(cells.slice(0, fixed.length), cells.slice(fixed.length))
  }
}

/** Between the fields of a text that a hash covers. Ids, tags, numbers and JSON contain no control character. */
export const fieldSeparator = "\u001f"

/** The audit's sentence about a row that differs from what commits wrote. */
export const rowFaults = {
  missing: (id: string): string => `${id} is missing: it has events but no row`,
  changed: ({ noun, table }: Pick<RowDigest<never>, "noun" | "table">, id: string): string =>
    `${noun} ${id} differs from what was committed: its row in ${table} was changed without an event`
}

/**
 * 32-bit FNV-1a over one value after the other. It is computed for every written row, so it builds no text of
 * the row and stays in JavaScript. It detects edits and is no proof against a forger.
 */
export const checksumStart = 0x811c9dc5

export const checksumWith = (before: number, text: string): number => {
  let sum = before
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    // An unpaired surrogate is stored as the replacement character.
    sum = Math.imul(sum ^ ((code & 0xf800) === 0xd800 ? 0xfffd : code), prime)
  }
  // Marks the end of a value, so that different rows never give the same text.
  return Math.imul(sum ^ 0x10000 ^ text.length, prime)
}

const prime = 0x01000193

/** Seven letters of five bits each; several times as fast as a number's own text. */
export const checksumText = (sum: number): string =>
  String.fromCharCode(
    first + (sum & 31),
    first + ((sum >>> 5) & 31),
    first + ((sum >>> 10) & 31),
    first + ((sum >>> 15) & 31),
    first + ((sum >>> 20) & 31),
    first + ((sum >>> 25) & 31),
    first + (sum >>> 30)
  )

/** "A" */
const first = 65

/** The checksum of one text after the other: 32 bits without a sign. */
export const checksumOfTexts = (texts: ReadonlyArray<string>): number => {
  let sum = checksumStart
  for (const text of texts) sum = checksumWith(sum, text)
  return sum >>> 0
}

/** Detects an edited idempotency record; several records of one owner are combined by XOR, in any order. */
export const claimChecksum = (
  ...cells: readonly [domain: string, scope: string, key: string, ownerId: string, fingerprint: string]
): number => checksumOfTexts(cells)

/** The checksums of the idempotency records of a commit by their owners; only they have a fingerprint. */
export const claimChecksums = (claims: ReadonlyArray<Claim>): Map<string, number> | undefined => {
  let sums: Map<string, number> | undefined
  for (const { fingerprint, key, ownerId, partnerId, scope } of claims) {
    if (Option.isNone(fingerprint)) continue
    sums ??= new Map()
    const sum = claimChecksum(claimDomain(scope, partnerId), scope.name, key, ownerId, fingerprint.value)
    sums.set(ownerId, ((sums.get(ownerId) ?? 0) ^ sum) >>> 0)
  }
  return sums
}

/** The audit's sentence about an owner whose records differ from what commits wrote. */
export const claimFault = (ownerId: string): string =>
  `the idempotency record of ${ownerId} differs from what was committed: its key, owner or fingerprint was changed`

/**
 * The facts of an event as JSON: amounts as decimal strings, absent values as null, the type in its own column. The
 * initial order of a subject is not repeated: it is in the subject's own row, never changes, and contains names and
 * addresses. Answers to calls are left out for the same reason. Secrets are never in the log, not even sealed. An
 * attempt is logged with its result, not the answer; a document with its id, not its measures; a decision with its
 * codes, not the comment. The twin of a statement's entry may be a hash of who paid, and is erased.
 */
export const eventData = ({ event }: EventRecord): string => {
  const facts: { [name: string]: unknown } = {}
  for (const [name, value] of Object.entries(event)) {
    if (!unkept.has(name)) facts[name] = plain(value)
  }
  if ("attempt" in event) facts.attempt = endOf(event.attempt)
  if ("document" in event) facts.document = nameOf(event.document)
  return JSON.stringify(facts)
}

const unkept: ReadonlySet<string> = new Set(["_tag", "order", "sealedSecret", "heard", "comment", "twin"])

const endOf = ({ at, error, responseCode }: DeliveryAttempt) => ({
  at,
  responseCode: Option.getOrNull(responseCode),
  error: Option.getOrNull(error)
})

const nameOf = ({ id, sizeBytes, step, type }: KycDocument) => ({ id, step, type, sizeBytes })

const plain = (value: unknown): unknown => {
  if (typeof value === "bigint") return value.toString()
  if (typeof value !== "object" || value === null) return value
  if (Option.isOption(value)) return plain(Option.getOrNull(value))
  if (Array.isArray(value)) return value.map(plain)
  const copy: { [name: string]: unknown } = {}
  for (const [name, each] of Object.entries(value)) copy[name] = plain(each)
  return copy
}

/**
 * How a store keeps the signature of a request: lower-case hex at half its size, any other text as its own bytes behind
 * a mark.
 */
export const signatureBytes = (signature: string): Uint8Array => {
  const bytes = Buffer.from(signature, "hex")
  return bytes.length > 0 && bytes.toString("hex") === signature ? bytes : Buffer.from(`\u0000${signature}`)
}

/**
 * By concept name: the kinds of rows whose changes are detected. Deliveries change without events, and
 * retention erases them.
 */
export const rowDigests: ReadonlyMap<string, RowDigest<unknown>> = new Map(
  [...conceptNamed].map(([name, concept]) => [name, rowDigest(concept)])
)
