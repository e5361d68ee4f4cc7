import { createHmac, createSecretKey, hash } from "node:crypto"

/** SHA-256 (FIPS 180-4) of the UTF-8 of a text, or of bytes, in lower-case hex. */
export const sha256Hex = (content: string | Uint8Array): string => hash("sha256", content, "hex")

/** The same as 32 bytes. */
export const sha256 = (content: string | Uint8Array): Uint8Array => hash("sha256", content, "buffer")

/** HMAC-SHA256 (RFC 2104) of the concatenated texts. */
export const hmacSha256 = (
  key: Uint8Array,
  encoding: "hex" | "base64",
  ...texts: ReadonlyArray<string>
): string => {
  // Node takes 20 µs to find out that a key is plain bytes.
  const hmac = createHmac("sha256", createSecretKey(key))
  for (const text of texts) hmac.update(text)
  return hmac.digest(encoding)
}
