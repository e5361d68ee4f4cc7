import { assert, describe } from "@effect/vitest"
import { Webhooks } from "@quittance/core"
import { type RegisteredEndpoint, webhookClaims, webhookJobs } from "@quittance/core/adapter"
import { Effect } from "effect"
import { Memory, test } from "./Deployment.ts"
import { drain, issueFiat, shop } from "./fiatInvoices.ts"
import { answer, fails } from "./Receivers.ts"
import { changeOnly, noticing, removeFrom, type Tamper, type Tampering, verified } from "./tampering.ts"
import { listen, listenToAccount } from "./webhooks.ts"

/** An endpoint whose receiver fails, the account's, a deleted one, a delivery that waits, and two messages that do. */
const lived = Effect.gen(function* () {
  const partnerId = yield* shop()
  const { id, url } = yield* listen(partnerId, "failing")
  const account = yield* listenToAccount(partnerId, "account")
  const gone = yield* listen(partnerId, "gone")
  yield* Effect.flatMap(Webhooks, (webhooks) => webhooks.remove(partnerId, gone.id))
  yield* answer(url, fails)
  yield* issueFiat(partnerId)
  yield* drain
  yield* issueFiat(partnerId)
  yield* issueFiat(partnerId)
  return { partnerId, id, accountId: account.id, goneId: gone.id }
})
type Names = Effect.Success<typeof lived>

const changeEndpoint =
  (change: (endpoint: RegisteredEndpoint) => RegisteredEndpoint): Tamper<Names> =>
  (state, { id }) =>
    changeOnly(state.aggregates.WebhookEndpoint, ({ order }) => order.id === id, change)

const moved = (url: string) =>
  changeEndpoint((endpoint) => ({ ...endpoint, target: { ...endpoint.target, url } }))

const tampering: Tampering<Names> = {
  "the job that fans out is removed": [
    (state) => removeFrom(state.jobs, ({ kind }) => kind === webhookJobs.fanOut),
    /^message evt_\w+ waits in the outbox and has no job$/
  ],
  "the job that delivers is removed": [
    (state, { id }) =>
      removeFrom(state.jobs, ({ kind, subjectId }) => kind === webhookJobs.deliver && subjectId === id),
    /^delivery dlv_\w+ is pending and has no job$/
  ],
  "the job that delivers is another endpoint's": [
    (state, { accountId, id }) => {
      for (const [name, job] of state.jobs)
        if (job.subjectId === id) state.jobs.set(name, { ...job, subjectId: accountId })
    },
    /^delivery dlv_\w+ is pending and has no job$/
  ],
  "the endpoint of a pending delivery is removed": [
    (state, { id }) => void state.aggregates.WebhookEndpoint.delete(id),
    /^delivery dlv_\w+ is pending for webhook whk_\w+, which is not there$/
  ],
  "the claim on an endpoint's URL is removed": [
    (state, { id }) =>
      removeFrom(state.claims, ({ ownerId, scope }) => scope === webhookClaims.url && ownerId === id),
    /^webhook whk_\w+ does not hold the claim on its URL$/
  ],
  "an endpoint is moved to another URL": [
    moved("https://thief.example/hooks"),
    /^webhook whk_\w+ does not hold the claim on its URL$/
  ],
  "an endpoint is moved to what is no URL": [
    moved("nowhere"),
    /^webhook whk_\w+ does not hold the claim on its URL$/
  ],
  "the claim on an account's webhook is given to another": [
    (state) => {
      for (const [name, claim] of state.claims)
        if (claim.scope === webhookClaims.transit) state.claims.set(name, { ...claim, ownerId: "another" })
    },
    /^webhook whk_\w+ does not hold the claim on its account$/
  ],
  "a deleted endpoint is called enabled": [
    (state, { goneId }) =>
      changeOnly(
        state.aggregates.WebhookEndpoint,
        ({ order }) => order.id === goneId,
        (endpoint) => ({ ...endpoint, _tag: "enabled" as const })
      ),
    /^webhook whk_\w+ does not hold the claim on its URL$/
  ]
}

describe("the audit of webhooks", () => {
  test("finds nothing where everything that waits has its job, and counts what it looked at", function* () {
    const memory = yield* Memory
    yield* lived
    assert.strictEqual(memory.outbox.size, 2)
    const { faults, pendingDeliveryCount } = yield* verified
    assert.deepStrictEqual(faults, [])
    assert.strictEqual(pendingDeliveryCount, 1)
  })

  noticing(lived, tampering)
})
