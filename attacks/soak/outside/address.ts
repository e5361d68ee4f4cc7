import { hash } from "node:crypto"

const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
const tronPrefix = 0x41

/** A TRON address of 20 account bytes. */
export const tronAddress = (account: Uint8Array): string => {
  const payload = Buffer.concat([Buffer.of(tronPrefix), account])
  const checksum = hash("sha256", hash("sha256", payload, "buffer"), "buffer").subarray(0, 4)
  let rest = BigInt(`0x${Buffer.concat([payload, checksum]).toString("hex")}`)
  let text = ""
  for (; rest > 0n; rest /= 58n) text = `${alphabet[Number(rest % 58n)] ?? ""}${text}`
  return text
}

/** One spelling of an address: that of an EVM network can be in capitals, in part. */
export const canonical = (address: string): string =>
  address.startsWith("0x") ? address.toLowerCase() : address
