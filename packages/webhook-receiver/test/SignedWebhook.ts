import { secretOfHex, signatureHeaders, signingKey } from "@quittance/core/adapter"

/** A delivery as Quittance makes it. */
export interface SignedWebhook {
  readonly body: string
  readonly headers: { readonly [name: string]: string }
}

export const nowSeconds = 1_800_000_000
export const now = () => nowSeconds * 1_000 + 999

export const secret = secretOfHex("0123456789abcdef".repeat(4))
export const otherSecret = secretOfHex("fedcba9876543210".repeat(4))
export const ownSecret = "a secret of the partner's own ₸"

export const event = {
  id: "evt_0199a0c0d1e2f3a4b5c6d7e8f9a0b1c2",
  object: "event",
  type: "invoice.paid",
  createdAt: "2027-01-15T08:00:00.000Z",
  version: 3,
  data: { object: { id: "inv_1", amount: 12.5, currency: "EUR", description: "Счёт 🧾" } }
} as const

const keyOf = (text: string): Uint8Array => {
  const key = signingKey(text)
  if (key === undefined) throw new Error("a secret of the tests is none")
  return key
}

/** Signed by core itself, with each of the secrets. */
export const signedWebhook = (
  secrets: readonly [string, ...ReadonlyArray<string>] = [secret],
  { body = JSON.stringify(event), timestampSeconds = nowSeconds } = {}
): SignedWebhook => {
  const [first, ...rest] = secrets
  const headers = signatureHeaders([keyOf(first), ...rest.map(keyOf)], {
    id: event.id,
    timestampSeconds,
    body
  })
  return { body, headers }
}
