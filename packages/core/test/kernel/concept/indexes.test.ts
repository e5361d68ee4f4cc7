import { assert, it } from "@effect/vitest"
import { record } from "../../../src/kernel/concept/Concept.ts"
import type { Index } from "../../../src/kernel/concept/Definition.ts"
import { count, erasable, instant, optional, text } from "../../../src/kernel/concept/Field.ts"
import { conceptNamed } from "../../../src/store/concepts.ts"

const indexed = (index: Index) => () =>
  record({
    name: "Sample",
    noun: "sample",
    table: "samples",
    fixed: { id: text, partnerId: text, token: text, mail: erasable(text, "") },
    changing: { size: count, redactedAt: optional(instant) },
    indexes: { sought: index }
  })

const across = (wanted: Index["across"]) =>
  [...conceptNamed.values()]
    .flatMap(({ indexes, table }) =>
      Object.entries(indexes).flatMap(([name, index]) =>
        index.across === wanted ? [`${table}.${name}`] : []
      )
    )
    .toSorted()

it("what is found without its partner, and what is read of all partners, is this and nothing else", () => {
  assert.deepStrictEqual(across("lookup"), [
    "api_keys.by_id",
    "api_keys.by_public_key",
    "api_keys.by_secret_hash",
    "bank_payments.by_id",
    "crypto_invoices.by_token",
    "invitations.by_link",
    "invoices.by_token",
    "kyc_sessions.by_id",
    "kyc_sessions.by_token",
    "logos.by_id",
    "partners.by_name",
    "statement_entries.by_id"
  ])
  assert.deepStrictEqual(across("operators"), [
    "bank_payments.unresolved",
    "invoices.awaited",
    "kyc_sessions.in_check",
    "partners.created",
    "statement_entries.unresolved",
    "subscribers.listening",
    "webhook_endpoints.disabled"
  ])
})

it("an index that does not begin with the partner says why", () => {
  assert.throws(
    indexed({ on: ["size"] }),
    "the index sought of samples begins with the partner, or says why not"
  )
  indexed({ on: ["size"], across: "operators" })()
})

it("an index that begins with the partner is of one partner", () => {
  assert.throws(indexed({ on: ["partnerId", "size"], across: "operators" }), "begins with the partner")
  indexed({ on: ["partnerId", "size"] })()
})

it("a lookup is on one field of all states, which never changes and is never erased", () => {
  const law =
    "the lookup sought of samples is on one field of all states, which never changes and is never erased"
  assert.throws(indexed({ on: ["token", "id"], across: "lookup" }), law)
  assert.throws(indexed({ on: ["token"], where: { set: ["token"] }, across: "lookup" }), law)
  assert.throws(indexed({ on: ["size"], across: "lookup" }), law)
  assert.throws(indexed({ on: ["mail"], across: "lookup" }), law)
  indexed({ on: ["token"], across: "lookup" })()
})
