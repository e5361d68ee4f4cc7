import { createHash } from "node:crypto"
import { joined, little } from "./bytes.ts"
import { type PdfContent, pdfFile, pdfObjects } from "./pdfFile.ts"

/** PDFs behind passwords: the standard handler with keys of 40 bits (ISO 32000-1, 7.6.3). */

const padding = Uint8Array.from(
  Buffer.from("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a", "hex")
)

const keyBytes = 5
const permissions = 0xff_ff_ff_c0
const fileId = Uint8Array.from({ length: 16 }, (_, index) => index)

const md5 = (...parts: ReadonlyArray<Uint8Array>): Uint8Array =>
  createHash("md5")
    .update(joined(...parts))
    .digest()

const padded = (password: string): Uint8Array => joined(password, padding).subarray(0, padding.length)

/** RC4, which such files need and nothing else should. */
const scrambled = (key: Uint8Array, bytes: Uint8Array): Uint8Array => {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index)
  const swap = (one: number, other: number): void => {
    const [a = 0, b = 0] = [state[one], state[other]]
    state[one] = b
    state[other] = a
  }
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) & 255
    swap(i, j)
  }
  let [i, j] = [0, 0]
  return bytes.map((byte) => {
    i = (i + 1) & 255
    j = (j + (state[i] ?? 0)) & 255
    swap(i, j)
    return byte ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) & 255] ?? 0)
  })
}

const hex = (bytes: Uint8Array): string => `<${Buffer.from(bytes).toString("hex")}>`

const streamParts = /^(.*?\nstream\n)(.*)(\nendstream)$/s

/**
 * The document, which opens with the user's password, and can be changed with the owner's. Its objects have no strings.
 */
export const lockedPdfOf = (
  content: PdfContent,
  { owner, user }: { readonly owner: string; readonly user: string }
): Uint8Array => {
  const ownerEntry = scrambled(md5(padded(owner)).subarray(0, keyBytes), padded(user))
  const key = md5(padded(user), ownerEntry, little(permissions, 4), fileId).subarray(0, keyBytes)
  const userEntry = scrambled(key, padding)
  const objects = pdfObjects(content).map((object, index) => {
    const [, before, held, after] = streamParts.exec(Buffer.from(joined(object)).toString("latin1")) ?? []
    if (before === undefined || held === undefined || after === undefined) return object
    const own = md5(key, little(index + 1, 3), little(0, 2)).subarray(0, keyBytes + 5)
    return joined(before, scrambled(own, joined(held)), after)
  })
  const encrypt = `<< /Filter /Standard /V 1 /R 2 /O ${hex(ownerEntry)} /U ${hex(userEntry)} /P ${permissions | 0} >>`
  return pdfFile(objects, `/Encrypt ${encrypt} /ID [${hex(fileId)} ${hex(fileId)}]`)
}
