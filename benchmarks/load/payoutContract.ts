/**
 * Proves, before a server is measured, that it does the work. It checks the answers by which a faithful server differs
 * from one that skips a step. Throws at the first wrong answer.
 */
import { deepStrictEqual, match, strictEqual } from "node:assert/strict"
import { randomBytes, randomUUID } from "node:crypto"
import { type Bind, signRequest } from "../peers/requestSignature.ts"
import { tronAddress } from "../tronAddress.ts"

export type ContractTarget = {
  readonly port: number
  readonly apiKey: string
  readonly secret: string
  readonly bind: Bind
}

type Attempt = {
  readonly fields: Readonly<Record<string, unknown>>
  readonly key: string
  readonly timestamp?: string
  /** The secret to sign with, when it is not the right one. */
  readonly secret?: string
  /** A signature made before, to send again. */
  readonly signature?: string
}

type Answer = {
  readonly status: number
  readonly code: string | undefined
  readonly payout: Readonly<Record<string, unknown>> | undefined
  readonly isReplay: boolean
  readonly signature: string
  readonly timestamp: string
}

const path = "/api/v2/crypto/payouts"

const send = async (target: ContractTarget, attempt: Attempt): Promise<Answer> => {
  const body = JSON.stringify(attempt.fields)
  const timestamp = attempt.timestamp ?? String(Date.now())
  const bind = target.bind === "idempotency" ? attempt.key : ""
  const signature =
    attempt.signature ??
    signRequest(attempt.secret ?? target.secret, { method: "POST", path, timestamp, body, bind }).toString(
      "hex"
    )
  const response = await fetch(`http://127.0.0.1:${target.port}${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-api-key": target.apiKey,
      "x-timestamp": timestamp,
      "x-signature": signature,
      "x-idempotency-key": attempt.key
    },
    body
  })
  const envelope = (await response.json()) as {
    readonly success: boolean
    readonly payout?: Readonly<Record<string, unknown>>
    readonly error?: { readonly code: string }
    readonly requestId: string
  }
  strictEqual(envelope.success, response.status === 200)
  strictEqual(envelope.requestId, response.headers.get("x-request-id"))
  return {
    status: response.status,
    code: envelope.error?.code,
    payout: envelope.payout,
    isReplay: response.headers.get("idempotent-replayed") === "true",
    signature,
    timestamp
  }
}

/** Creates exactly one payout, of 12.345678 USDT. The partner must own that and its fee. */
export const checkPayoutContract = async (target: ContractTarget): Promise<void> => {
  const refuses = async (status: number, code: string, attempt: Attempt): Promise<void> => {
    const answer = await send(target, attempt)
    deepStrictEqual({ status: answer.status, code: answer.code }, { status, code })
  }
  const fields = {
    amount: 12.345678,
    address: tronAddress(randomBytes(20)),
    network: "tron",
    note: "contract"
  }
  const key = randomUUID()

  const created = await send(target, { fields, key })
  strictEqual(created.status, 200)
  strictEqual(created.isReplay, false)
  const { id, createdAt, ...figures } = created.payout ?? {}
  match(String(id), /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  match(String(createdAt), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  deepStrictEqual(figures, {
    status: "PENDING",
    amount: 12.345678,
    fee: 2,
    netAmount: 12.345678,
    total: 14.345678,
    currency: "USDT"
  })

  const replayed = await send(target, { fields: { ...fields, ignored: true }, key })
  strictEqual(replayed.isReplay, true)
  deepStrictEqual(replayed.payout, created.payout)

  await refuses(409, "idempotency_conflict", { fields: { ...fields, amount: 13 }, key })
  await refuses(400, "invalid_request", { fields: { ...fields, amount: "13" }, key: randomUUID() })
  await refuses(400, "invalid_address", {
    fields: { ...fields, address: `${fields.address.slice(0, -1)}0` },
    key: randomUUID()
  })
  await refuses(400, "unsupported_network", { fields: { ...fields, network: "solana" }, key: randomUUID() })
  await refuses(401, "signature_invalid", { fields, key: randomUUID(), secret: "wrong" })
  await refuses(401, "timestamp_out_of_range", {
    fields,
    key: randomUUID(),
    timestamp: String(Date.now() - 301_000)
  })

  // A refused request's signature is remembered too: sent again under another key it is a replay, not a new attempt.
  const outOfRange = { ...fields, amount: 50_001 }
  const refused = await send(target, { fields: outOfRange, key: randomUUID() })
  strictEqual(refused.code, "amount_out_of_range")
  const again = {
    fields: outOfRange,
    key: randomUUID(),
    timestamp: refused.timestamp,
    signature: refused.signature
  }
  await refuses(401, target.bind === "none" ? "signature_replayed" : "signature_invalid", again)
}

/** For a partner who owns less than 50 002 USDT: the balance is a limit. */
export const checkBalanceLimit = async (target: ContractTarget): Promise<void> => {
  const fields = { amount: 50_000, address: tronAddress(randomBytes(20)), network: "tron" }
  const answer = await send(target, { fields, key: randomUUID() })
  deepStrictEqual({ status: answer.status, code: answer.code }, { status: 400, code: "insufficient_funds" })
}
