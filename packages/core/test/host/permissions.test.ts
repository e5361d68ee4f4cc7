import { assert, describe, it } from "@effect/vitest"
import { ApiKeys, CryptoInvoices, Invoices, KycSessions, Operations, Partners } from "@quittance/core"
import {
  actingAs,
  Invitations,
  makeInPerson,
  mayDo,
  type NotAllowed,
  type OperationName,
  type PersonRole,
  permissionOf,
  roles,
  Users
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { test } from "../services/kyc.ts"

const everyRole: ReadonlyArray<PersonRole> = [...roles, "operator"]

/** Somebody with this role in the shop, or an operator, or a stranger: an owner elsewhere. */
const somebody = Effect.fnUntraced(function* (role: PersonRole | "stranger") {
  const partner = role === "stranger" ? "third" : "shop"
  yield* (yield* Partners).ensure(partner)
  const { token } = yield* (yield* Invitations).create(
    role === "operator"
      ? { operator: true, name: "Olga" }
      : { partner, role: role === "stranger" ? "owner" : role, name: "Anna" }
  )
  const users = yield* Users
  const id = yield* users.newId
  yield* users.accept(token, { _tag: "New", id })
  return id
})

/** Every operation counts its calls and does nothing else. */
const countedIn = (offered: object, calls: Array<string>, before = ""): object =>
  Object.fromEntries(
    Object.entries(offered).map(([name, each]) => [
      name,
      typeof each === "function"
        ? () => Effect.sync(() => void calls.push(before + name))
        : countedIn(each, calls, `${before}${name}.`)
    ])
  )

const namesIn = (offered: object, before = ""): ReadonlyArray<string> =>
  Object.entries(offered).flatMap(([name, each]) =>
    typeof each === "function" ? [before + name] : namesIn(each, `${before}${name}.`)
  )

const callIn = (offered: object, name: string, given: ReadonlyArray<unknown>) =>
  (
    name.split(".").reduce<unknown>((node, part) => Reflect.get(Object(node), part), offered) as (
      ...given: ReadonlyArray<unknown>
    ) => Effect.Effect<unknown, NotAllowed | "no proof">
  )(...given)

/** Two partners, and what each operation of theirs is called with. */
const twoPartners = Effect.gen(function* () {
  const partners = yield* Partners
  const made = (name: string) =>
    Effect.gen(function* () {
      const partner = yield* partners.ensure(name)
      const key = yield* (yield* ApiKeys).create({ partner: name })
      const { session } = yield* (yield* KycSessions).create(partner.id, { level: "basic" }, undefined)
      return {
        partner: [partner.id],
        deployment: [partner.id],
        requested: [{ partner: name }],
        key: [key.id],
        kycSession: [session.order.id]
      }
    })
  return { own: yield* made("shop"), foreign: yield* made("other") }
})

describe("what people may do", () => {
  test("is declared for each operation, and for nothing else", function* () {
    assert.sameMembers([...permissionOf.keys()], [...namesIn(yield* Operations)])
  })

  test("is what each role may, for its own partner only, and what operators may, for all", function* () {
    const { foreign, own } = yield* twoPartners
    const calls: Array<string> = []
    const counted = countedIn(yield* Operations, calls) as Operations["Service"]
    const inPerson = yield* Effect.provideService(makeInPerson, Operations, counted)
    for (const role of [...everyRole, "stranger"] as const) {
      const userId = yield* somebody(role)
      const offered = inPerson({ userId, prove: () => Effect.void })
      for (const [name, { of, roles: allowed }] of permissionOf)
        for (const [whose, { [of]: given }] of [["own", own] as const, ["foreign", foreign] as const]) {
          const isAllowed =
            role === "operator" || (role !== "stranger" && whose === "own" && allowed.includes(role))
          const result = yield* Effect.result(callIn(offered, name, given))
          const told = `${role} ${name} of the ${whose} partner`
          assert.strictEqual(result._tag === "Success", isAllowed, told)
          assert.deepStrictEqual(calls.splice(0), isAllowed ? [name] : [], told)
          if (result._tag === "Failure")
            assert.deepInclude(result.failure, { _tag: "NotAllowed", operation: name }, told)
        }
    }
  })

  test("needs a fresh proof where the table says so, asked for once and only of those who may", function* () {
    const { own } = yield* twoPartners
    const calls: Array<string> = []
    const counted = countedIn(yield* Operations, calls) as Operations["Service"]
    const inPerson = yield* Effect.provideService(makeInPerson, Operations, counted)
    for (const role of [...everyRole, "stranger"] as const) {
      const userId = yield* somebody(role)
      for (const [name, { of, roles: allowed, stepUp = false }] of permissionOf) {
        const isAllowed = role === "operator" || (role !== "stranger" && allowed.includes(role))
        for (const isProven of [false, true]) {
          const asked: Array<string> = []
          const offered = inPerson({
            userId,
            prove: (act) =>
              Effect.suspend(() => {
                asked.push(act)
                return isProven ? Effect.void : Effect.fail("no proof" as const)
              })
          })
          yield* Effect.result(callIn(offered, name, own[of]))
          const told = `${role} ${name} ${isProven}`
          assert.deepStrictEqual(asked, isAllowed && stepUp ? [name] : [], told)
          assert.deepStrictEqual(calls.splice(0), isAllowed && (!stepUp || isProven) ? [name] : [], told)
        }
      }
    }
  })

  test("ends with the commit that disables", function* () {
    yield* somebody("owner")
    const userId = yield* somebody("finance")
    const operatorId = yield* somebody("operator")
    const { id: partnerId } = yield* (yield* Partners).find("shop")
    const inPerson = yield* makeInPerson
    const users = yield* Users
    for (const id of [userId, operatorId]) {
      const { balances } = inPerson({ userId: id, prove: () => Effect.void })
      yield* balances.get(partnerId)
      yield* users.disable(id)
      assert.deepInclude(yield* Effect.flip(balances.get(partnerId)), { _tag: "NotAllowed", role: null })
    }
  })

  test("is done under the person's name, or as an operator's where the person acts as that", function* () {
    const userId = yield* somebody("owner")
    const operatorId = yield* somebody("operator")
    const inPerson = yield* makeInPerson
    for (const id of [userId, operatorId])
      yield* inPerson({ userId: id, prove: () => Effect.void }).keys.create({ partner: "shop" })
    const made = yield* (yield* ApiKeys).list
    assert.deepStrictEqual(
      made.map(({ createdBy }) => createdBy),
      [Option.some(`user:${userId}`), Option.some(`operator:${operatorId}`)]
    )
  })

  test("lets an operator invite the first owner of a partner", function* () {
    const operatorId = yield* somebody("operator")
    const { id: partnerId } = yield* (yield* Partners).ensure("shop")
    const { invitations } = (yield* makeInPerson)({ userId: operatorId, prove: () => Effect.void })
    const { createdBy, token } = yield* invitations.create(partnerId, { role: "owner", name: "Anna" })
    assert.strictEqual(createdBy, "operator")
    const joined = yield* (yield* Operations).invitations.accept(token)
    assert.deepStrictEqual(joined.memberships, [{ partnerId, role: "owner" }])
  })
})

/** Part 14, in its own words. */
describe("the roles", () => {
  const may = (operation: OperationName) => everyRole.filter((role) => mayDo(role, operation))
  const table: ReadonlyArray<readonly [OperationName, ReadonlyArray<PersonRole>]> = [
    ["payouts.create", ["owner", "finance", "operator"]],
    ["payouts.approve", ["owner", "finance", "operator"]],
    ["payouts.decline", ["owner", "finance", "operator"]],
    ["rosters.setTiers", ["owner", "operator"]],
    ["rosters.addAddress", ["owner", "finance", "operator"]],
    ["payouts.get", ["owner", "finance", "support", "viewer", "operator"]],
    ["balances.get", ["owner", "finance", "viewer", "operator"]],
    ["balances.adjust", ["operator"]],
    ["invoices.cancel", ["owner", "support", "operator"]],
    ["cryptoInvoices.cancel", ["owner", "support", "operator"]],
    ["kyc.get", ["owner", "finance", "support", "reviewer", "viewer", "operator"]],
    ["kyc.review.decide", ["owner", "reviewer", "operator"]],
    ["kyc.review.pictures", ["owner", "reviewer", "operator"]],
    ["kyc.review.waiting", ["owner", "reviewer", "operator"]],
    ["kyc.review.watermarked", ["owner", "reviewer", "operator"]],
    ["webhooks.redeliver", ["owner", "support", "developer", "operator"]],
    ["webhooks.rotateSecret", ["owner", "developer", "operator"]],
    ["keys.create", ["owner", "developer", "operator"]],
    ["sandbox.credit", ["owner", "developer", "operator"]],
    ["invitations.create", ["owner", "operator"]],
    ["users.disable", ["operator"]]
  ]
  for (const [operation, expected] of table)
    it(`that may ${operation} are ${expected.join(", ")}`, () =>
      assert.deepStrictEqual(may(operation), expected))

  it("a fresh proof is for money, keys, secrets, documents and people", () => {
    const proven = [...permissionOf].flatMap(([name, { stepUp }]) => (stepUp ? [name] : []))
    assert.sameMembers(proven, [
      "balances.adjust",
      "balances.adjustOnce",
      "invitations.create",
      "invitations.revoke",
      "keys.create",
      "keys.createForOperators",
      "keys.revoke",
      "kyc.review.original",
      "kyc.review.pictures",
      "kyc.review.watermarked",
      "payouts.approve",
      "payouts.create",
      "rosters.addAddress",
      "rosters.addMember",
      "rosters.agree",
      "rosters.changeRole",
      "rosters.removeAddress",
      "rosters.removeMember",
      "rosters.setAddressBook",
      "rosters.setTier",
      "rosters.setTiers",
      "statements.assign",
      "statements.import",
      "transit.webhook.rotateSecret",
      "transit.webhook.set",
      "users.disable",
      "users.forget",
      "users.recover",
      "webhooks.create",
      "webhooks.rotateSecret"
    ])
  })
})

describe("a viewer", () => {
  test("reads everything as if what is personal were erased", function* () {
    const userId = yield* somebody("viewer")
    const ownerId = yield* somebody("owner")
    const { id: partnerId } = yield* (yield* Partners).find("shop")
    const invoice = yield* (yield* Invoices).create(partnerId, undefined, {
      ...{ amount: 10, currency: "USD", description: "for Anna", metadata: { name: "Anna" } },
      redirectUrl: "https://shop.example/anna"
    })
    const crypto = yield* (yield* CryptoInvoices).create(partnerId, {
      ...{ amount: 10, network: "tron", externalId: "1", description: "for Anna" },
      ...{ customerName: "Anna", customerEmail: "anna@shop.example" }
    })
    const { session } = yield* (yield* KycSessions).create(
      partnerId,
      { level: "basic", metadata: { name: "Anna" }, redirectUrl: "https://shop.example/anna" },
      undefined
    )
    const inPerson = yield* makeInPerson
    const seenBy = (id: string) => {
      const { cryptoInvoices, invoices, kyc } = inPerson({ userId: id, prove: () => Effect.void })
      return Effect.map(
        Effect.all([
          invoices.get(partnerId, invoice.value.order.id),
          invoices.list(partnerId),
          cryptoInvoices.get(partnerId, crypto.value.order.id),
          cryptoInvoices.list(partnerId),
          kyc.get(partnerId, session.order.id),
          kyc.list(partnerId)
        ]),
        (views) => JSON.stringify(views)
      )
    }
    const personal = /anna/gi
    assert.lengthOf((yield* seenBy(ownerId)).match(personal) ?? [], 2 * (3 + 3 + 2))
    const supportId = yield* somebody("support")
    assert.lengthOf((yield* seenBy(supportId)).match(personal) ?? [], 2 * (3 + 3), "all but verifications")
    const seen = yield* seenBy(userId)
    assert.isNull(seen.match(personal))
    assert.include(seen, invoice.value.order.id)
  })

  test("acts as a person too", function* () {
    const id = yield* somebody("viewer")
    const shown = yield* actingAs(`user:${id}`, (yield* Operations).users.get(id))
    assert.deepInclude(shown, { id, name: "Anna", isOperator: false })
  })
})
