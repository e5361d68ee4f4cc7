/**
 * Complete HTTP/1.1 payout requests, built and signed before the measurement, so that sending one is a single write.
 *
 * Every request has its own body, idempotency key, timestamp and signature. A signature is good for five minutes, so a
 * run must end within that time of being built.
 */
import { randomBytes, randomUUID } from "node:crypto"
import { type Bind, signRequest } from "../peers/requestSignature.ts"
import { tronAddress } from "../tronAddress.ts"

export type PayoutTarget = {
  readonly host: string
  readonly port: number
  readonly path: string
  readonly apiKey: string
  readonly secret: string
  readonly bind: Bind
}

/** They go to so many random addresses in turns. */
export const usualAddresses = 256

export const buildSignedPayouts = (
  target: PayoutTarget,
  count: number,
  addressCount = usualAddresses
): ReadonlyArray<Buffer> => {
  const addresses = Array.from({ length: addressCount }, () => tronAddress(randomBytes(20)))
  const runId = randomBytes(4).toString("hex")
  const head =
    `POST ${target.path} HTTP/1.1\r\nhost: ${target.host}:${target.port}\r\n` +
    `content-type: application/json\r\nx-api-key: ${target.apiKey}\r\n`

  return Array.from({ length: count }, (_, index) => {
    const body = JSON.stringify({
      amount: (1_000_000 + (index % 9_000_000)) / 1_000_000,
      address: addresses[index % addressCount],
      network: "tron",
      note: `load ${runId} ${index}`
    })
    const idempotencyKey = randomUUID()
    const timestamp = String(Date.now())
    const bind = target.bind === "idempotency" ? idempotencyKey : ""
    const signature = signRequest(target.secret, { method: "POST", path: target.path, timestamp, body, bind })
    return Buffer.from(
      `${head}x-timestamp: ${timestamp}\r\nx-signature: ${signature.toString("hex")}\r\n` +
        `x-idempotency-key: ${idempotencyKey}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      "latin1"
    )
  })
}
