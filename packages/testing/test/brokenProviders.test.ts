import { describe } from "@effect/vitest"
import { Ids, type ShownTransfer, type TransferRequest } from "@quittance/core"
import { DepositAddresses, PayoutProcessor, Vault } from "@quittance/core/adapter"
import { depositAddressesChecks, payoutProcessorChecks, vaultChecks } from "@quittance/testing"
import { Effect, Layer } from "effect"
import { breaks, changing } from "./BrokenProvider.ts"
import { chain, chainHarness, processor, processorHarness, vault } from "./SandboxHarness.ts"

/** The suites of providers can fail: each provider here breaks one law, and the check of that law must die on it. */

describe("a processing side that", () => {
  const changed = changing(PayoutProcessor, processor)
  const harness = processorHarness("")
  const checks = payoutProcessorChecks(harness)

  breaks(
    "finds nothing",
    changed(() => ({ lookup: () => Effect.succeed({ _tag: "NotFound" }) })),
    checks["what was submitted is found, stays found, and is carried out as it was asked for"],
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
    checks["an abandonment in the middle of the work ends in the truth, and every answer on the way is true"],
    checks["of an abandonment and submissions that race, the answer tells which won"]
  )
  breaks(
    "says that it stops what it has sent, and that nothing was sent",
    changed((inner) => ({
      abandon: () => Effect.succeed({ _tag: "Abandoning" }),
      lookup: (reference, network) =>
        Effect.map(inner.lookup(reference, network), (found) =>
          found._tag === "Completed" ? { _tag: "Rejected", reason: "it was stopped" } : found
        )
    })),
    checks["an abandonment in the middle of the work ends in the truth, and every answer on the way is true"]
  )
  breaks(
    "refuses after it sent",
    changed((inner) => ({
      submit: (request) => Effect.as(inner.submit(request), { _tag: "Rejected", reason: "no" })
    })),
    checks["what was submitted is found, stays found, and is carried out as it was asked for"]
  )

  breaks(
    "takes the payout's id for its key",
    changed((inner) => ({
      submit: (request) => inner.submit({ ...request, reference: `reference of ${request.payoutId}` })
    })),
    checks["a reference that comes again for another payout sends nothing more"]
  )
  breaks(
    "lists everything, whatever it is asked",
    changed((inner) => ({ transfersSince: () => inner.transfersSince(0) })),
    checks["every transfer that was made is listed once, with its reference, and none that was not"]
  )

  /** Sends something else, and tells of what it was asked for: only whoever receives it can see that. */
  const sending = (
    other: Partial<TransferRequest> | ((asked: TransferRequest) => Partial<TransferRequest>)
  ) =>
    changed((inner) => {
      const asked = new Map<string, TransferRequest>()
      return {
        submit: (request) => {
          asked.set(request.reference, request)
          return inner.submit({ ...request, ...(typeof other === "function" ? other(request) : other) })
        },
        transfersSince: (since) =>
          Effect.map(inner.transfersSince(since), (all) =>
            all.map((made) => ({ ...made, ...asked.get(made.reference), at: made.at }))
          )
      }
    })
  const whole = [
    checks["what was submitted is found, stays found, and is carried out as it was asked for"],
    checks["what is completed stays so, under one processing id"],
    checks["what is asked for is sent, each in a transfer of its own, and nothing else"],
    checks["a repeated submission sends nothing more"],
    checks["every transfer that was made is listed once, with its reference, and none that was not"],
    checks["concurrent submissions send once"],
    checks["payouts with the same content are apart"],
    checks["a submission whose answer was lost is found, and is not repeated by submitting again"],
    checks["it is too late to abandon what was completed"]
  ]
  for (const [what, layer] of [
    ["one minor unit less", sending(({ amountMinor }) => ({ amountMinor: amountMinor - 1n }))],
    ["to another address", sending({ address: "0x8617E340B3D01FA5F11F306F4090FD50E238070D" })],
    ["on another network", sending({ network: "bsc" })]
  ] as const)
    breaks(`sends ${what}`, layer, ...whole)
  breaks(
    "stays at accepted for ever, although it sends",
    changed((inner) => ({
      submit: (request) => Effect.as(inner.submit(request), { _tag: "Accepted", processingId: "x" }),
      lookup: (reference, network) =>
        Effect.map(inner.lookup(reference, network), (found) =>
          found._tag === "Completed" ? { _tag: "Accepted", processingId: "x" } : found
        )
    })),
    ...whole
  )
  breaks(
    "completes everything, and sends nothing",
    changed((inner) => {
      const known = new Set<string>()
      const completed = { _tag: "Completed", processingId: "x" } as const
      return {
        submit: (request) => {
          known.add(request.reference)
          return request.note === "" ? Effect.succeed(completed) : inner.submit(request)
        },
        lookup: (reference, network) =>
          known.has(reference) ? Effect.succeed(completed) : inner.lookup(reference, network)
      }
    }),
    ...whole.slice(0, 5)
  )
  breaks(
    "sends something to itself as well",
    changed((inner) => ({
      submit: (request) =>
        Effect.tap(inner.submit(request), () =>
          inner.submit({ ...request, reference: `share of ${request.reference}`, amountMinor: 1n })
        )
    })),
    checks["what is asked for is sent, each in a transfer of its own, and nothing else"]
  )

  const sendingTwice = payoutProcessorChecks({
    ...harness,
    transfers: Effect.map(harness.transfers, (all) =>
      all.flatMap((each) => [each, { ...each, hash: `second ${each.hash}` }])
    )
  })
  breaks(
    "sends twice",
    processor,
    sendingTwice["a repeated submission sends nothing more"],
    sendingTwice["concurrent submissions send once"]
  )
})

describe("deposit addresses that", () => {
  const changed = changing(DepositAddresses, chain)
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
  const showing = (change: (transfer: ShownTransfer) => Partial<ShownTransfer>) =>
    changed((inner) => ({
      transfers: (network, address) =>
        Effect.map(inner.transfers(network, address), (all) =>
          all.map((each) => ({ ...each, ...change(each) }))
        )
    }))
  breaks(
    "count blocks twice",
    showing(({ confirmations }) => ({ confirmations: confirmations * 2 })),
    checks["a transfer is confirmed by every block that comes, and by nothing else"]
  )
  for (const [what, layer] of [
    ["ten times the amount", showing(({ amountMinor }) => ({ amountMinor: amountMinor * 10n }))],
    ["another hash", showing(({ txHash }) => ({ txHash: `${txHash}0` }))]
  ] as const)
    breaks(`show ${what}`, layer, checks["every transfer to an address is shown, with its amount"])
  breaks(
    "show one transfer of several",
    changed((inner) => ({
      transfers: (network, address) => Effect.map(inner.transfers(network, address), (all) => all.slice(0, 1))
    })),
    checks["every transfer to an address is shown, with its amount"]
  )
})

describe("a vault that", () => {
  const changed = changing(Vault, Layer.merge(vault("a"), Ids.layer))
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
