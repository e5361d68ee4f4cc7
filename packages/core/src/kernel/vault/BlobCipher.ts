import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"
import { Option } from "effect"
import type { BlobFolder } from "../ports/BlobStore.ts"

/**
 * How a blob is encrypted: in frames that are opened one by one, with the STREAM construction (Hoang, Reyhanitabar,
 * Rogaway and Vizár 2015: "Online Authenticated-Encryption and its Nonce-Reuse Misuse-Resistance", as in Tink and age)
 * over AES-256-GCM.
 *
 * ```
 * "QBLOB", 1 | 7 random bytes | frame 0 | frame 1 | … | last frame
 * ```
 *
 * A frame is the encryption of 64 KiB (in the last frame, of the rest) and a tag of 16 bytes. Its nonce is the blob's
 * random bytes, the frame's number in 4 bytes, and a byte that is 1 for the last frame. So a frame opens only at its
 * place in its own blob, and a blob that was cut or continued has no last frame where it ends. Format, folder and id
 * are authenticated with every frame: a blob opens only under its own name.
 *
 * 56 random bits distinguish the blobs of a folder, which has its own key: among a thousand blobs, two have the same
 * bits with a probability of 10^-11.
 */
export interface BlobCipher {
  readonly header: Uint8Array
  readonly seal: (frame: Uint8Array, position: FramePosition) => Uint8Array
  /** None if these are not the bytes that were sealed for this position. */
  readonly open: (sealed: Uint8Array, position: FramePosition) => Option.Option<Uint8Array>
}

export interface FramePosition {
  readonly index: number
  readonly kind: "inner" | "last"
}

/** Whose blob it is, and the key of its folder. */
export interface BlobIdentity {
  readonly folder: BlobFolder
  readonly id: string
  readonly key: Uint8Array
}

export const frameBytes = 64 * 1024

const tagBytes = 16
const sealedFrameBytes = frameBytes + tagBytes

const format = Buffer.from("QBLOB\u0001")
const prefixBytes = 7
export const headerBytes = format.length + prefixBytes

/** For a blob that is written now. */
export const newCipher = (identity: BlobIdentity): BlobCipher => cipherOf(identity, randomBytes(prefixBytes))

/** For a blob with this header; none if the header has another format. */
export const cipherWith = (identity: BlobIdentity, header: Uint8Array): Option.Option<BlobCipher> =>
  header.length === headerBytes && format.equals(header.subarray(0, format.length))
    ? Option.some(cipherOf(identity, header.subarray(format.length)))
    : Option.none()

/** How many frames a file of this length has. Every blob has at least one: an empty blob is an empty last frame. */
export const frameCountOf = (fileBytes: number): number =>
  Math.max(0, Math.ceil((fileBytes - headerBytes) / sealedFrameBytes))

/** The part of a file that contains a frame. */
export const frameRange = (
  { index }: FramePosition,
  fileBytes: number
): { readonly start: number; readonly length: number } => {
  const start = headerBytes + index * sealedFrameBytes
  return { start, length: Math.min(sealedFrameBytes, fileBytes - start) }
}

const cipherOf = ({ folder, id, key }: BlobIdentity, prefix: Uint8Array): BlobCipher => {
  const name = Buffer.from(`${folder.partnerId}/${folder.ownerId}/${id}`)
  const associated = Buffer.concat([format, name])
  const options = { authTagLength: tagBytes }

  const nonceOf = ({ index, kind }: FramePosition): Uint8Array => {
    const nonce = Buffer.alloc(12)
    nonce.set(prefix)
    nonce.writeUInt32BE(index, prefixBytes)
    nonce[11] = kind === "last" ? 1 : 0
    return nonce
  }

  return {
    header: Buffer.concat([format, prefix]),
    seal: (frame, position) => {
      const cipher = createCipheriv("aes-256-gcm", key, nonceOf(position), options).setAAD(associated)
      return Buffer.concat([cipher.update(frame), cipher.final(), cipher.getAuthTag()])
    },
    open: (sealed, position) => {
      if (sealed.length < tagBytes) return Option.none()
      const end = sealed.length - tagBytes
      const decipher = createDecipheriv("aes-256-gcm", key, nonceOf(position), options)
      decipher.setAAD(associated).setAuthTag(sealed.subarray(end))
      const opened = decipher.update(sealed.subarray(0, end))
      try {
        decipher.final()
      } catch {
        return Option.none()
      }
      return Option.some(opened)
    }
  }
}
