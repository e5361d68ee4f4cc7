import { readFileSync } from "node:fs"
import { MemoryStore } from "@quittance/core"
import { emptyMemoryState, type MemoryState } from "@quittance/core/adapter"
import { Option } from "effect"
import { assert, describe, it } from "vitest"
import { operationsOf } from "../operations/operationTable.ts"
import { type Sent, send, startComplete } from "../operations/rightRequests.ts"

/**
 * What stores of the first release hold: records are kept for ever, and the processing side knows a payout, and the
 * bank an invoice, by a reference that is derived from the fingerprint. A request that got another one would be
 * executed again after a restore. Nothing in the file is ever changed; a new field adds requests to it.
 */
interface Recorded {
  readonly fingerprint: string
  /** Of what was created by "acme" under the key "order 7". */
  readonly reference?: string
  /** JSON texts, or the fields of a form. */
  readonly requests: ReadonlyArray<string | Readonly<Record<string, string>>>
}

const recorded: Readonly<Record<string, ReadonlyArray<Recorded>>> = JSON.parse(
  readFileSync(new URL("recordedFingerprints.json", import.meta.url), "utf8")
)

const formOf = ({ file = "amount,currency\n10,USD", ...fields }: Readonly<Record<string, string>>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append("file", new Blob([file], { type: "text/csv" }), "invoices.csv")
  return form
}

const start = async (operationId: string) => {
  const state = emptyMemoryState()
  const api = await startComplete({ store: MemoryStore.layerOver(state) })
  const operation = (await operationsOf(api)).find(({ id }) => id === operationId)
  assert(operation !== undefined)
  const header = "idempotencyKey" in operation ? (operation.idempotencyKey?.header ?? "x-unused") : "x-unused"
  return {
    ...api,
    state,
    /** Sends it under the key "order 7", which a crypto invoice has in its body. */
    ask: (request: Recorded["requests"][number], more: Sent = {}) =>
      send(api, operation, {
        body: typeof request === "string" ? request : formOf(request),
        id: api.key.partnerId,
        headers: { [header]: "order 7" },
        ...more
      })
  }
}

const fingerprintsIn = ({ claims }: MemoryState) =>
  [...claims.values()].flatMap(({ fingerprint, key }) =>
    Option.isSome(fingerprint) ? [[key, fingerprint.value]] : []
  )

const referencesIn = ({ aggregates }: MemoryState) => [
  ...[...aggregates.Payout.values()].map(({ state }) => state.order.reference),
  ...[...aggregates.Invoice.values()].flatMap(({ state }) => Option.toArray(state.order.reference))
]

it("every operation that makes something once is here", async () => {
  await using api = await startComplete()
  const once = (await operationsOf(api)).filter((each) => "idempotencyKey" in each && each.idempotencyKey)
  assert.sameMembers(Object.keys(recorded), [...once.map(({ id }) => id), "createCryptoInvoice"])
})

describe.each(Object.entries(recorded))("%s", (id, all) => {
  it("keeps the fingerprints of the first release, and the references that providers know", async () => {
    for (const { fingerprint, reference, requests } of all) {
      for (const request of requests) {
        await using api = await start(id)
        await api.credit(api.key.partnerId, 100_000)
        const answer = await api.ask(request)
        const what = JSON.stringify(request)
        assert.isBelow(answer.status, 300, `${what}: ${JSON.stringify(answer.body)}`)
        assert.deepStrictEqual(fingerprintsIn(api.state), [["order 7", fingerprint]], what)
        assert.deepStrictEqual(referencesIn(api.state), reference === undefined ? [] : [reference], what)
      }
    }
  })

  it("tells every two of them apart, and repeats what is the same in other spellings", async () => {
    for (const [index, { requests }] of all.entries()) {
      await using api = await start(id)
      await api.credit(api.key.partnerId, 100_000)
      for (const [count, request] of requests.entries()) {
        const answer = await api.ask(request)
        const isReplayed = answer.headers.get("idempotent-replayed") === "true"
        assert.deepStrictEqual([answer.status < 300, isReplayed], [true, count > 0], JSON.stringify(request))
      }
      for (const [place, { requests: others }] of all.entries()) {
        if (place === index) continue
        const { code, status } = await api.ask(others[0] ?? "")
        assert.deepStrictEqual([status, code], [409, "idempotency_conflict"], JSON.stringify(others[0]))
      }
    }
  })
})
