import { concatBytes, utf8ToBytes } from "@noble/hashes/utils.js"
import { sha256Hex } from "../digest/sha256.ts"

/**
 * AES-256-GCM (NIST SP 800-38D): the base64 of a random 96-bit nonce, the ciphertext and the tag. The context
 * is authenticated with it, so a value that was moved to another place cannot be decrypted there.
 */

export type Bytes = Uint8Array<ArrayBuffer>

export const keyBytes = 32

export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))
export const fromBase64 = (text: string): Bytes => Uint8Array.from(atob(text), (char) => char.charCodeAt(0))

export const importKey = (bytes: Uint8Array): Promise<CryptoKey> =>
  crypto.subtle.importKey("raw", new Uint8Array(bytes), "AES-GCM", false, ["encrypt", "decrypt"])

export const newKeyBytes = (): Bytes => crypto.getRandomValues(new Uint8Array(keyBytes))

const nonceBytes = 12

const parameters = (nonce: Bytes, context: string): AesGcmParams => ({
  name: "AES-GCM",
  iv: nonce,
  additionalData: new TextEncoder().encode(context)
})

export const sealBytes = async (key: CryptoKey, content: Uint8Array, context: string): Promise<string> => {
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes))
  const sealed = await crypto.subtle.encrypt(parameters(nonce, context), key, new Uint8Array(content))
  return toBase64(Uint8Array.of(...nonce, ...new Uint8Array(sealed)))
}

/** Rejects a value that was not sealed this way. */
export const openBytes = async (key: CryptoKey, sealed: string, context: string): Promise<Bytes> => {
  const bytes = fromBase64(sealed)
  const opened = await crypto.subtle.decrypt(
    parameters(bytes.slice(0, nonceBytes), context),
    key,
    bytes.slice(nonceBytes)
  )
  return new Uint8Array(opened)
}

/**
 * An id that reveals nothing about the key: the first 8 bytes of a SHA-256 over its purpose and the key, in
 * hex.
 */
export const keyIdOf = (purpose: "quittance key id" | "quittance data key id", key: Uint8Array): string =>
  sha256Hex(concatBytes(utf8ToBytes(purpose), key)).slice(0, 16)
