/** The JSON answers of the payout operation, with the schemas from which Fastify compiles their serialisers. */
import type { FastifyReply } from "fastify"
import type { Refusal } from "./payoutRequest.ts"
import type { CreatedPayout } from "./payoutStore.ts"
import { numberFromUsdtMinor } from "./usdtAmount.ts"

const payoutSchema = {
  type: "object",
  properties: {
    id: { type: "string" },
    status: { type: "string" },
    amount: { type: "number" },
    fee: { type: "number" },
    netAmount: { type: "number" },
    total: { type: "number" },
    currency: { type: "string" },
    createdAt: { type: "string" }
  }
}

const errorSchema = {
  type: "object",
  properties: {
    success: { type: "boolean" },
    error: { type: "object", properties: { code: { type: "string" }, message: { type: "string" } } },
    requestId: { type: "string" }
  }
}

export const answerSchemas = {
  200: {
    type: "object",
    properties: { success: { type: "boolean" }, payout: payoutSchema, requestId: { type: "string" } }
  },
  "4xx": errorSchema,
  "5xx": errorSchema
}

export const sendPayout = (reply: FastifyReply, payout: CreatedPayout): FastifyReply =>
  reply.send({
    success: true,
    payout: {
      id: payout.payoutId,
      // The creation snapshot: a replay shows what the first answer showed, whatever happened since.
      status: "PENDING",
      amount: numberFromUsdtMinor(payout.amountMinor),
      fee: numberFromUsdtMinor(payout.feeMinor),
      netAmount: numberFromUsdtMinor(payout.amountMinor),
      total: numberFromUsdtMinor(payout.totalMinor),
      currency: payout.currency,
      createdAt: new Date(payout.createdAt).toISOString()
    },
    requestId: reply.request.id
  })

export const sendRefusal = (reply: FastifyReply, refusal: Refusal): FastifyReply =>
  reply.code(refusal.status).send({
    success: false,
    error: { code: refusal.code, message: refusal.message },
    requestId: reply.request.id
  })
