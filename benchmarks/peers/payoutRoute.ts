/**
 * `POST /api/v2/crypto/payouts` on Fastify: key and time before the body is read, signature before it is believed, then
 * validation, then one transaction. Hooks and handler are synchronous where the database is: no promise per step.
 */
import type { KeyObject } from "node:crypto"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { answerSchemas, sendPayout, sendRefusal } from "./payoutAnswer.ts"
import {
  fingerprintOf,
  type PayoutBody,
  payoutBodySchema,
  payoutHeadersSchema,
  pricePayout,
  type Refusal
} from "./payoutRequest.ts"
import { type PayoutStore, signatureReplayed } from "./payoutStore.ts"
import type { PayoutRows } from "./payoutWriter.ts"
import { type Bind, skewMillis, verifiedSignature } from "./requestSignature.ts"
import { uuidV7 } from "./uuidV7.ts"

export type PartnerKey = {
  readonly keyId: string
  readonly partnerId: string
  readonly secret: KeyObject
  readonly bind: Bind
}

export const payoutsPath = "/api/v2/crypto/payouts"

const currency = "USDT"

declare module "fastify" {
  interface FastifyRequest {
    partnerKey: PartnerKey | null
    signature: Buffer | null
  }
}

const unauthorized = (code: string, message: string): Refusal => ({ status: 401, code, message })
const invalidRequest = (code: string, message: string): Refusal => ({ status: 400, code, message })

const headerText = (request: FastifyRequest, name: string): string => {
  const value = request.headers[name]
  return typeof value === "string" ? value : ""
}

const seenSignatureOf = (request: FastifyRequest, key: PartnerKey, signature: Buffer) => ({
  partnerId: key.partnerId,
  keyId: key.keyId,
  signedAt: Number(headerText(request, "x-timestamp")),
  signature,
  idempotencyKey: headerText(request, "x-idempotency-key")
})

const payoutRowsOf = (
  key: PartnerKey,
  body: PayoutBody,
  idempotencyKey: string,
  fingerprint: string
): PayoutRows | Refusal => {
  const priced = pricePayout(body)
  if ("code" in priced) return priced
  const { amountMinor, feeMinor } = priced
  const payoutId = uuidV7()
  const totalMinor = amountMinor + feeMinor
  const { network, address, note = null } = body
  const order = {
    partnerId: key.partnerId,
    payoutId,
    idempotencyKey,
    amountMinor,
    feeMinor,
    totalMinor,
    currency,
    network,
    address,
    note,
    createdAt: Date.now()
  }
  return {
    ...order,
    eventId: `evt_${uuidV7().replaceAll("-", "")}`,
    fingerprint
  }
}

export const registerPayoutRoute = (
  app: FastifyInstance,
  store: PayoutStore,
  keys: ReadonlyMap<string, PartnerKey>
): void => {
  app.decorateRequest("partnerKey", null)
  app.decorateRequest("signature", null)

  // The signature covers the bytes as sent, so the body stays a buffer until the signature is known to be right.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => {
    done(null, body)
  })

  const refuseRemembered = (request: FastifyRequest, reply: FastifyReply, refusal: Refusal): void => {
    const { partnerKey, signature } = request
    if (partnerKey === null || signature === null) {
      sendRefusal(reply, signatureReplayed)
      return
    }
    whenKnown(store.remember(seenSignatureOf(request, partnerKey, signature)), reply, (isFresh) => {
      sendRefusal(reply, isFresh ? refusal : signatureReplayed)
    })
  }

  app.post<{ Body: PayoutBody }>(
    payoutsPath,
    {
      attachValidation: true,
      schema: { body: payoutBodySchema, headers: payoutHeadersSchema, response: answerSchemas },

      onRequest: (request, reply, done) => {
        reply.header("X-Request-Id", request.id)
        const key = keys.get(headerText(request, "x-api-key"))
        if (key === undefined) {
          sendRefusal(reply, unauthorized("unauthorized", "x-api-key is missing or unknown"))
          return
        }
        const timestamp = headerText(request, "x-timestamp")
        // The negation also refuses what is no number.
        if (!/^\d{1,16}$/.test(timestamp) || !(Math.abs(Date.now() - Number(timestamp)) <= skewMillis)) {
          sendRefusal(
            reply,
            unauthorized("timestamp_out_of_range", "x-timestamp is more than 5 minutes away")
          )
          return
        }
        request.partnerKey = key
        done()
      },

      preValidation: (request, reply, done) => {
        const key = request.partnerKey
        const body: unknown = request.body
        const raw = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
        const signature =
          key === null
            ? undefined
            : verifiedSignature(
                key.secret,
                {
                  method: "POST",
                  path: payoutsPath,
                  timestamp: headerText(request, "x-timestamp"),
                  body: raw,
                  bind: key.bind === "idempotency" ? headerText(request, "x-idempotency-key") : ""
                },
                headerText(request, "x-signature")
              )
        if (signature === undefined) {
          sendRefusal(reply, unauthorized("signature_invalid", "x-signature does not match the request"))
          return
        }
        request.signature = signature
        try {
          request.body = JSON.parse(raw.toString())
        } catch {
          refuseRemembered(request, reply, invalidRequest("invalid_json", "the body is not JSON"))
          return
        }
        done()
      }
    },
    (request, reply) => {
      const { partnerKey: key, signature, body } = request
      if (key === null || signature === null)
        throw new Error("the handler ran without its authentication hooks")
      if (request.validationError !== undefined) {
        refuseRemembered(request, reply, invalidRequest("invalid_request", request.validationError.message))
        return
      }
      const seen = seenSignatureOf(request, key, signature)
      const fingerprint = fingerprintOf(body)
      const outcome = store.create(
        seen,
        fingerprint,
        payoutRowsOf(key, body, seen.idempotencyKey, fingerprint)
      )
      whenKnown(outcome, reply, (known) => {
        if (known.kind === "refused") {
          sendRefusal(reply, known.refusal)
          return
        }
        if (known.kind === "replayed") reply.header("Idempotent-Replayed", "true")
        sendPayout(reply, known.payout)
      })
    }
  )
}

/** At once where the database answers at once. */
const whenKnown = <A>(answer: A | Promise<A>, reply: FastifyReply, send: (known: A) => void): void => {
  if (answer instanceof Promise) answer.then(send, (error: unknown) => reply.send(error))
  else send(answer)
}
