import { describe } from "@effect/vitest"
import { DepositAddresses, Ids, PayoutProcessor, Vault } from "@quittance/core"
import { depositAddressesChecks, payoutProcessorChecks, vaultChecks } from "@quittance/testing"
import { Effect, Layer } from "effect"
import { breaks } from "./BrokenProvider.ts"
import { chain, chainHarness, processor, processorHarness, vault } from "./SandboxHarness.ts"

/** The suites of providers can fail: each provider here breaks one law, and the check of that law must die on it. */

describe("a processing side that", () => {
  const changed = (change: (inner: PayoutProcessor["Service"]) => Partial<PayoutProcessor["Service"]>) =>
    Layer.effect(
      PayoutProcessor,
      Effect.map(PayoutProcessor, (inner) => ({ ...inner, ...change(inner) }))
    ).pipe(Layer.provideMerge(processor))
  const harness = processorHarness("")
  const checks = payoutProcessorChecks(harness)

  breaks(
    "finds nothing",
    changed(() => ({ lookup: () => Effect.succeed({ _tag: "NotFound" }) })),
    checks["what was submitted is found, and stays found"],
    checks["a submission whose answer was lost is found, and is not repeated by submitting again"]
  )
  breaks(
    "finds what never was",
    changed(() => ({ lookup: () => Effect.succeed({ _tag: "Accepted", processingId: "x" }) })),
    checks["what was never submitted is not found"],
    checks["what was refused is never sent, also when it is submitted again"]
  )
  breaks(
    "promises to abandon and sends",
    changed(() => ({ abandon: () => Effect.succeed({ _tag: "Abandoned" }) })),
    checks["what was abandoned before it was submitted is never sent"],
    checks["it is too late to abandon what was completed"],
    checks["of an abandonment and submissions that race, the answer tells which won"]
  )
  breaks(
    "refuses after it sent",
    changed((inner) => ({
      submit: (request) => Effect.as(inner.submit(request), { _tag: "Rejected", reason: "no" })
    })),
    checks["what was submitted is found, and stays found"]
  )

  breaks(
    "takes the payout's id for its key",
    changed((inner) => ({
      submit: (request) => inner.submit({ ...request, reference: `reference of ${request.payoutId}` })
    })),
    checks["a reference that comes again for another payout sends nothing more"]
  )
  breaks(
    "lists nothing of what it made",
    changed(() => ({ transfersSince: () => Effect.succeed([]) })),
    checks["every transfer that was made is listed once, with its reference, and none that was not"]
  )
  breaks(
    "lists everything, whatever it is asked",
    changed((inner) => ({ transfersSince: () => inner.transfersSince(0) })),
    checks["every transfer that was made is listed once, with its reference, and none that was not"]
  )

  const sendingTwice = payoutProcessorChecks({ ...harness, transferCount: () => Effect.succeed(2) })
  breaks(
    "sends twice",
    processor,
    sendingTwice["a repeated submission sends nothing more"],
    sendingTwice["concurrent submissions send once"]
  )
})

describe("deposit addresses that", () => {
  const changed = (change: (inner: DepositAddresses["Service"]) => Partial<DepositAddresses["Service"]>) =>
    Layer.effect(
      DepositAddresses,
      Effect.map(DepositAddresses, (inner) => ({ ...inner, ...change(inner) }))
    ).pipe(Layer.provideMerge(chain))
  const checks = depositAddressesChecks(chainHarness)

  breaks(
    "are the same for all",
    changed((inner) => ({ derive: (network) => inner.derive(network, "0".repeat(32)) })),
    checks["different salts have different addresses"]
  )
  breaks(
    "are written in lower case",
    changed((inner) => ({
      derive: (network, salt) => Effect.map(inner.derive(network, salt), (address) => address.toLowerCase())
    })),
    checks["every address is valid, in canonical spelling"]
  )
  breaks(
    "still show what was dropped",
    changed((inner) => ({
      transfers: (network, address) =>
        Effect.map(inner.transfers(network, address), (all) =>
          all.map((each) => ({ ...each, dropped: false }))
        )
    })),
    checks["a transfer that was reorganised away is not shown as there"]
  )
  breaks(
    "show one transfer of several",
    changed((inner) => ({
      transfers: (network, address) => Effect.map(inner.transfers(network, address), (all) => all.slice(0, 1))
    })),
    checks["every transfer to an address is shown, with its amount"]
  )
})

describe("a vault that", () => {
  const changed = (change: (inner: Vault["Service"]) => Partial<Vault["Service"]>) =>
    Layer.effect(
      Vault,
      Effect.map(Vault, (inner) => ({ ...inner, ...change(inner) }))
    ).pipe(Layer.provide(vault("a")), Layer.merge(Ids.layer))
  const checks = vaultChecks(vault("b"))

  breaks(
    "ignores the context",
    changed((inner) => ({
      seal: (secret) => inner.seal(secret, ""),
      open: (sealed) => inner.open(sealed, "")
    })),
    checks["another context is refused"]
  )
  breaks(
    "seals nothing",
    changed(() => ({ seal: Effect.succeed, open: Effect.succeed })),
    checks["another context is refused"],
    checks["a sealed value that was changed or cut anywhere is refused"],
    checks["a sealed value does not show its secret, nor that two are the same"]
  )
})
