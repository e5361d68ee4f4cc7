import { assert } from "@effect/vitest"
import {
  addressClaimKey,
  CryptoInvoiceReader,
  type Ids,
  type IssuedCryptoInvoice,
  type StorePorts
} from "@quittance/core"
import { Effect, Option } from "effect"
import { type Checks, suiteOf } from "../Suite.ts"
import { storedCryptoInvoices } from "./storedInvoices.ts"
import { claimBy, commit, issuing, newCryptoInvoice, newEvent, newPartnerId, start } from "./StoreSamples.ts"

/** Crypto invoices are read as they were written, transfers included, by every name they have. */

const update = Effect.fnUntraced(function* (state: IssuedCryptoInvoice, expectedVersion: number) {
  const { id, partnerId } = state.order
  const events = [yield* newEvent(partnerId, id, { version: expectedVersion + 1 })]
  yield* commit({ aggregates: [{ _tag: "CryptoInvoice", state, expectedVersion }], events })
})

export const cryptoInvoiceReaderChecks = {
  ...storedCryptoInvoices.alike,

  "transfers keep the order in which they were recorded": Effect.gen(function* () {
    const invoices = yield* CryptoInvoiceReader
    const partnerId = yield* newPartnerId
    const invoice = yield* newCryptoInvoice(partnerId)
    const transfers = ["c", "a", "b"].map((txHash, logIndex) => ({
      txHash,
      logIndex,
      amountMinor: 1n,
      confirmations: 0,
      seenAt: start,
      status: "seen" as const,
      feeMinor: 0n
    }))
    yield* commit(yield* issuing(invoice))
    for (const count of [1, 2, 3, 2, 0]) {
      const version = Option.getOrThrow(yield* invoices.byId(partnerId, invoice.order.id)).version
      yield* update({ ...invoice, transfers: transfers.slice(0, count) }, version)
      const found = Option.getOrThrow(yield* invoices.byId(partnerId, invoice.order.id))
      assert.deepStrictEqual(found.state.transfers, transfers.slice(0, count))
    }
  }),

  "one transaction with several transfers, and one hash on two invoices of different networks": Effect.gen(
    function* () {
      const invoices = yield* CryptoInvoiceReader
      const partnerId = yield* newPartnerId
      const transfer = {
        amountMinor: 1n,
        confirmations: 0,
        seenAt: start,
        status: "seen",
        feeMinor: 0n
      } as const
      for (const network of ["ethereum", "bsc"]) {
        const invoice = yield* newCryptoInvoice(partnerId, { network })
        const transfers = [0, 1].map((logIndex) => ({ ...transfer, txHash: `same ${partnerId}`, logIndex }))
        yield* commit(yield* issuing({ ...invoice, _tag: "confirming", transfers }))
        const found = Option.getOrThrow(yield* invoices.byId(partnerId, invoice.order.id))
        assert.deepStrictEqual(found.state.transfers, transfers)
      }
    }
  ),

  "partners may use the same external id, and each sees its own": Effect.gen(function* () {
    const invoices = yield* CryptoInvoiceReader
    const [one, two, third] = [yield* newPartnerId, yield* newPartnerId, yield* newPartnerId]
    for (const partnerId of [one, two]) {
      const invoice = yield* newCryptoInvoice(partnerId, { externalId: "order 1" })
      yield* commit(yield* issuing(invoice))
      const found = Option.some({ state: invoice, version: 1 })
      assert.deepStrictEqual(yield* invoices.byExternalId(partnerId, "order 1"), found)
      assert.isTrue(Option.isNone(yield* invoices.byId(third, invoice.order.id)))
    }
    assert.isTrue(Option.isNone(yield* invoices.byExternalId(third, "order 1")))
    assert.isTrue(Option.isNone(yield* invoices.byExternalId(one, "ORDER 1")), "case counts")
  }),

  "a token finds its invoice whoever asks, and only the whole token": Effect.gen(function* () {
    const invoices = yield* CryptoInvoiceReader
    const invoice = yield* newCryptoInvoice(yield* newPartnerId)
    yield* commit(yield* issuing(invoice))
    const { token } = invoice.order
    const found = Option.some({ state: invoice, version: 1 })
    assert.deepStrictEqual(yield* invoices.byToken(token), found)
    for (const other of [
      "",
      token.slice(1),
      `${token}0`,
      token.toUpperCase() === token ? "x" : token.toUpperCase()
    ]) {
      assert.isTrue(Option.isNone(yield* invoices.byToken(other)))
    }
  }),

  "addresses are walked in order of issue, network by network": Effect.gen(function* () {
    const invoices = yield* CryptoInvoiceReader
    // Networks of its own, because the walk is over all partners.
    const partnerId = yield* newPartnerId
    const [network, otherNetwork] = [`one of ${partnerId}`, `two of ${partnerId}`]
    const issued: Array<string> = []
    for (let index = 0; index < 5; index++) {
      const invoice = yield* newCryptoInvoice(partnerId, { network, createdAt: start + index })
      yield* commit(yield* issuing(invoice))
      yield* commit(yield* issuing(yield* newCryptoInvoice(partnerId, { network: otherNetwork })))
      issued.push(invoice.order.address)
    }
    assert.deepStrictEqual(yield* invoices.addresses(network, "", 100), issued)
    assert.deepStrictEqual(yield* invoices.addresses(network, "", 2), issued.slice(0, 2))
    assert.deepStrictEqual(yield* invoices.addresses(network, issued[1] ?? "", 2), issued.slice(2, 4))
    assert.deepStrictEqual(yield* invoices.addresses(network, issued[4] ?? "", 2), [])
    assert.deepStrictEqual(yield* invoices.addresses(`none of ${partnerId}`, "", 2), [])
  }),

  "an address that was given out is taken for good": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    const invoice = yield* newCryptoInvoice(partnerId)
    yield* commit(yield* issuing(invoice))
    const { address, network } = invoice.order
    const again = commit(yield* issuing(yield* newCryptoInvoice(yield* newPartnerId, { address, network })))
    assert.strictEqual((yield* Effect.flip(again))._tag, "ClaimTaken")
    const key = addressClaimKey(network, address)
    const alone = commit({ claims: [claimBy(partnerId, { scope: "depositAddress", key, ownerId: "x" })] })
    assert.strictEqual((yield* Effect.flip(alone))._tag, "ClaimTaken")
  })
} satisfies Checks<StorePorts | Ids>

export const cryptoInvoiceReaderSuite = suiteOf<StorePorts>("crypto invoices", cryptoInvoiceReaderChecks)
