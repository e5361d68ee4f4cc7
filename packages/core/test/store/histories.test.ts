import { assert, describe, it } from "@effect/vitest"
import {
  type AnyHistory,
  actorShown,
  cryptoInvoice,
  histories,
  historyEntry,
  historyViewOf,
  invoice,
  isKycReason,
  kycSession,
  type Told,
  toldIn,
  webhookTopics
} from "@quittance/core/adapter"
import { generators } from "@quittance/testing"
import { Option, Schema } from "effect"
import * as fc from "fast-check"

/** What the declarations of histories promise, whatever events and records there are. */

const partner = "prt_1"

/** Amounts that the API takes: larger ones are refused where they are asked for. */
const isShowable = ({ order }: { readonly order: object }): boolean =>
  Object.values(order).every((value) => typeof value !== "bigint" || value < 3_000_000_000_000_000n)

const issuedInvoice = generators.issuedInvoice(partner).filter(isShowable)
const recordedBankPayment = generators.recordedBankPayment(partner).filter(isShowable)
const states = {
  payout: generators.payoutOrder(partner).chain(generators.payoutState).filter(isShowable),
  cryptoInvoice: generators.issuedCryptoInvoice(partner).filter(isShowable),
  kycSession: generators.kycOrder(partner).chain(generators.kycSessionState),
  roster: generators.roster(partner)
}

type Name = keyof typeof histories
const names = Object.keys(histories) as ReadonlyArray<Name>
const historyNamed = (name: Name): AnyHistory<unknown> => histories[name] as AnyHistory<unknown>

const factNames = [
  ..."_tag amountMinor at blockNumber check comment confirmations currency decidedBy document fault feeMinor form".split(
    " "
  ),
  ..."hash id isCancel late logIndex loss outcome payerBank processingId reason reasons receipt rest step".split(
    " "
  ),
  ..."slot transfer txHash type address addressBook approvers cause change fromMinor holdsFrom network role".split(
    " "
  ),
  ..."tiers user".split(" ")
]

const marker = "Jane Doe"

/** Anything that a JSON text may say under the names that facts have. */
const { facts } = fc.letrec<{ readonly facts: object; readonly fact: unknown }>((tie) => ({
  facts: fc.dictionary(fc.constantFrom(...factNames), tie("fact"), { maxKeys: 12, depthIdentifier: "facts" }),
  fact: fc.oneof(
    { depthIdentifier: "facts", maxDepth: 3 },
    fc.constantFrom(
      null,
      true,
      false,
      0,
      7,
      -1.5,
      "7",
      "9000000000000000000000",
      marker,
      "document",
      "selfie"
    ),
    fc.constantFrom("EUR", "tooLate", "completed", "process_ended", `no ${marker}`, "", "document_blurry"),
    fc.array(fc.constantFrom(marker, "document_expired", 3), { maxLength: 3 }),
    tie("facts")
  )
}))

/** A record of the sort whose event this is. */
const stateFor = (name: Name, tag: string): fc.Arbitrary<unknown> => {
  if (name !== "invoice") return states[name]
  return tag.startsWith("BankPayment") ? recordedBankPayment : issuedInvoice
}

const toldTags = (name: Name): ReadonlyArray<string> =>
  Object.entries(historyNamed(name)).flatMap(([tag, told]) => (told === null ? [] : [tag]))

const entryOf = (
  name: Name,
  tag: string,
  said: object,
  state: unknown,
  to: "partner" | "operator" = "partner"
) => {
  const event = { at: 0, actor: "operator:root", data: JSON.stringify(said), type: tag } as const
  return historyEntry(historyNamed(name), event, state, to)[0]
}

/** Where the words of a network or a processing side are told, as they are with the record itself. */
const wordy: { readonly [N in Name]: ReadonlyArray<string> } = {
  payout: ["error", "processingId", "txHash"],
  cryptoInvoice: ["txHash"],
  invoice: [],
  kycSession: [],
  roster: ["id", "network", "address", "user"]
}

describe.each(names)("the history of a record: %s", (name) => {
  const told = toldIn(historyNamed(name))

  it("names what webhooks tell of as they do, and everything else in words", () => {
    for (const { meaning, type } of told) {
      if (type.includes(".")) assert.property(webhookTopics, type)
      else assert.match(type, /^[a-z]+(?:_[a-z]+)*$/)
      assert.match(meaning, /^[A-Z].*\.$/)
    }
  })

  it("tells alike what it calls alike", () => {
    const shape = ({ details, meaning }: Told<unknown>) => [meaning, Schema.toJsonSchemaDocument(details)]
    for (const each of Object.values(historyNamed(name)))
      if (each !== null) {
        const first = told.find(({ type }) => type === each.type)
        assert.isDefined(first)
        assert.deepStrictEqual(shape(each), shape(first))
      }
  })

  it("is as it is declared, whatever an event says and whatever became of the record", () => {
    const decode = Schema.decodeUnknownExit(historyViewOf(histories[name], "Record"))
    const cases = fc
      .constantFrom(...toldTags(name))
      .chain((tag) => fc.tuple(fc.constant(tag), stateFor(name, tag)))
    fc.assert(
      fc.property(cases, facts, ([tag, state], said) => {
        const entry = entryOf(name, tag, said, state)
        const read = decode({ history: [entry], olderOmitted: false }, { onExcessProperty: "error" })
        assert.strictEqual(read._tag, "Success", `${tag} ${JSON.stringify(entry)}`)
      }),
      { numRuns: 200, seed: 20260101 }
    )
  })

  it("repeats no words of events, except those that the record itself shows", () => {
    const cases = fc
      .constantFrom(...toldTags(name))
      .chain((tag) => fc.tuple(fc.constant(tag), stateFor(name, tag)))
    fc.assert(
      fc.property(cases, facts, ([tag, state], said) => {
        const entry = entryOf(name, tag, said, state)
        for (const [field, value] of Object.entries(entry?.details ?? {}))
          if (!wordy[name].includes(field))
            assert.notInclude(JSON.stringify(value), marker, `${tag} ${field}`)
      }),
      { numRuns: 200, seed: 20260101 }
    )
  })

  it("knows nothing of other events, nor of names that every object has", () => {
    for (const tag of ["", "constructor", "toString", "__proto__", "WebhookCreated", "BalanceAdjusted"])
      assert.isUndefined(entryOf(name, tag, {}, undefined))
  })
})

describe("a history", () => {
  const erasures: ReadonlyArray<
    readonly [Name, fc.Arbitrary<{ readonly found: unknown; readonly erased: unknown }>]
  > = [
    ["cryptoInvoice", states.cryptoInvoice.map((found) => ({ found, erased: cryptoInvoice.erase(found) }))],
    ["invoice", issuedInvoice.map((found) => ({ found, erased: invoice.erase(found) }))]
  ]

  it.each(erasures)("is the same after a redaction: %s", (name, both) => {
    const tags = toldTags(name).filter((tag) => !tag.startsWith("BankPayment"))
    fc.assert(
      fc.property(fc.constantFrom(...tags), facts, both, (tag, said, { erased, found }) =>
        assert.deepStrictEqual(entryOf(name, tag, said, erased), entryOf(name, tag, said, found))
      ),
      { numRuns: 150, seed: 20260101 }
    )
  })

  it("does not tell any more what documents a redacted session showed", () => {
    const said = { document: { id: "doc_1", step: "selfie", type: "image/png", sizeBytes: 7 } }
    const tell = (session: unknown) => entryOf("kycSession", "KycDocumentSubmitted", said, session)?.details
    fc.assert(
      fc.property(generators.kycOrder(partner).chain(generators.unredactedKycSession), (session) => {
        assert.deepStrictEqual(tell(session), { step: "selfie" })
        const redacted = { ...kycSession.erase(session), redactedAt: Option.some(1) }
        assert.deepStrictEqual(tell(redacted), { step: null })
      }),
      { numRuns: 50, seed: 20260101 }
    )
  })

  it("tells reasons of checks as codes", () => {
    const { details } =
      entryOf("kycSession", "KycCheckRefused", { reasons: [marker, "selfie_mismatch"] }, {}) ?? {}
    assert.deepInclude(details, { failureReasons: ["other", "selfie_mismatch"] })
    assert.isTrue(isKycReason("other"))
  })

  it("names the operator to operators only", () => {
    const to = (whom: "partner" | "operator") =>
      entryOf("payout", "PayoutLookupStarted", {}, undefined, whom)?.actor
    assert.deepStrictEqual([to("partner"), to("operator")], ["operator", "operator:root"])
    assert.strictEqual(actorShown("unknown", "partner"), "unknown")
  })
})
