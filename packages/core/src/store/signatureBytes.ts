/**
 * How a store keeps the signature of a request: lower-case hex at half its size, any other text as its own bytes behind
 * a mark.
 */
export const signatureBytes = (signature: string): Uint8Array =>
  /^(?:[0-9a-f]{2})+$/.test(signature) ? Buffer.from(signature, "hex") : Buffer.from(`\u0000${signature}`)
