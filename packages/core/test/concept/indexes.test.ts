import { assert, it } from "@effect/vitest"
import { record } from "../../src/concept/Concept.ts"
import type { Index } from "../../src/concept/Definition.ts"
import { count, text } from "../../src/concept/Field.ts"
import { conceptNamed } from "../../src/store/concepts.ts"

const indexed = (index: Index) => () =>
  record({
    name: "Sample",
    noun: "sample",
    table: "samples",
    fixed: { id: text, partnerId: text, token: text },
    changing: { size: count },
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
    "crypto_invoices.by_token",
    "invoices.by_token",
    "kyc_sessions.by_token",
    "partners.by_name"
  ])
  assert.deepStrictEqual(across("operators"), [
    "bank_payments.unresolved",
    "kyc_sessions.in_check",
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

it("a lookup is on one field of all states, which never changes", () => {
  const law = "the lookup sought of samples is on one field of all states, which never changes"
  assert.throws(indexed({ on: ["token", "id"], across: "lookup" }), law)
  assert.throws(indexed({ on: ["token"], where: { set: ["token"] }, across: "lookup" }), law)
  assert.throws(indexed({ on: ["size"], across: "lookup" }), law)
  indexed({ on: ["token"], across: "lookup" })()
})
