import { Option } from "effect"
import type { KycDocument } from "../concepts/kyc/KycDocument.ts"
import type { DeliveryAttempt } from "../concepts/webhook/WebhookDelivery.ts"
import type { EventRecord } from "../kernel/ports/Store.ts"

/**
 * The facts of an event as JSON: amounts as decimal strings, absent values as null, the type in its own
 * column. The initial order of a subject is not repeated: it is in the subject's own row, never changes, and
 * contains names and addresses. Answers to calls are left out for the same reason. Secrets are never in the
 * log, not even sealed. An attempt is logged with its result, not the answer; a document with its id, not its
 * measures; a decision with its codes, not the comment.
 */
export const eventData = ({ event }: EventRecord): string => {
  const facts: { [name: string]: unknown } = {}
  for (const [name, value] of Object.entries(event)) {
    if (!unkept.has(name)) facts[name] = plain(value)
  }
  if ("attempt" in event) facts.attempt = endOf(event.attempt)
  if ("document" in event) facts.document = nameOf(event.document)
  return JSON.stringify(facts)
}

const unkept: ReadonlySet<string> = new Set(["_tag", "order", "sealedSecret", "heard", "comment"])

const endOf = ({ at, error, responseCode }: DeliveryAttempt) => ({
  at,
  responseCode: Option.getOrNull(responseCode),
  error: Option.getOrNull(error)
})

const nameOf = ({ id, sizeBytes, step, type }: KycDocument) => ({ id, step, type, sizeBytes })

const plain = (value: unknown): unknown => {
  if (typeof value === "bigint") return value.toString()
  if (typeof value !== "object" || value === null) return value
  if (Option.isOption(value)) return plain(Option.getOrNull(value))
  if (Array.isArray(value)) return value.map(plain)
  const copy: { [name: string]: unknown } = {}
  for (const [name, each] of Object.entries(value)) copy[name] = plain(each)
  return copy
}
