import { describe } from "@effect/vitest"
import type { BankPaymentRequest, BankReceipt } from "@quittance/core"
import { BankRail, Mailer, type TransferInstructions } from "@quittance/core/adapter"
import { bankRailChecks, mailerChecks, transferRailChecks } from "@quittance/testing"
import { Effect, Layer, Option } from "effect"
import { breaks, changing } from "./BrokenProvider.ts"
import { bank, bankHarness, mail, mailHarness, transferHarness, transfers } from "./SandboxHarness.ts"

/**
 * The suites of bank rails and mailers can fail: each provider here breaks one promise, and its check must die on it.
 */

describe("a bank rail that", () => {
  const changed = changing(BankRail, bank)
  const checks = bankRailChecks(bankHarness)

  /** What it was asked under one id, it does under another as well. */
  const another = ({ paymentId, ...request }: BankPaymentRequest, count: number) => ({
    ...request,
    paymentId: `${paymentId}/${count}`
  })

  breaks(
    "serves a currency without a bank",
    changed(() => ({ banks: () => Effect.succeed([]) })),
    checks["a currency that is served has banks, each with a name and an id of its own"]
  )
  breaks(
    "finds nothing",
    changed(() => ({ lookup: () => Effect.succeed({ _tag: "NotFound" }) })),
    checks["what was started is found, stays found, and is what the customer is asked for"],
    checks["a start whose answer was lost is found, is not repeated by starting again, and can be paid"],
    checks["what the customer paid is confirmed, in full"]
  )
  breaks(
    "finds what never was",
    changed(() => ({ lookup: () => Effect.succeed({ _tag: "Awaiting", link: Option.none() }) })),
    checks["what was never started is not found"],
    checks["what was declined stays declined, also when it is started again"],
    checks["what the customer paid is confirmed, in full"]
  )
  let starts = 0
  breaks(
    "begins a payment for every start",
    changed((inner) => ({
      start: (request) => {
        starts += 1
        return Effect.andThen(inner.start(request), inner.start(another(request, starts)))
      }
    })),
    checks["a repeated start begins nothing more"],
    checks["concurrent starts begin one payment"],
    checks["what is asked for is started, each as a payment of its own, and nothing else"]
  )
  /** Asks the customer for something else, and tells of what it was asked for: only the bank knows. */
  const asking = (other: (asked: BankPaymentRequest) => Partial<BankPaymentRequest>) =>
    changed((inner) => {
      const asked = new Map<string, BankPaymentRequest>()
      return {
        start: (request) => {
          asked.set(request.paymentId, request)
          return inner.start({ ...request, ...other(request) })
        },
        lookup: (paymentId) =>
          Effect.map(inner.lookup(paymentId), (found) => {
            if (found._tag !== "Confirmed") return found
            const { amountMinor, currency } = asked.get(paymentId) ?? found.receipt
            return { ...found, receipt: { ...found.receipt, amountMinor, currency } }
          })
      }
    })
  for (const [what, layer] of [
    ["a tenth of the amount", asking(({ amountMinor }) => ({ amountMinor: amountMinor / 10n }))],
    ["another currency", asking(() => ({ currency: "KZT" }))],
    ["the money at another bank", asking(({ bank: of }) => (of === "sandbox" ? { bank: "steppe" } : {}))]
  ] as const)
    breaks(
      `asks for ${what}`,
      layer,
      checks["what was started is found, stays found, and is what the customer is asked for"],
      checks["what is asked for is started, each as a payment of its own, and nothing else"],
      checks["what the customer paid is confirmed, in full"],
      checks["a repeated start begins nothing more"],
      checks["payments with the same content are apart"]
    )
  breaks(
    "awaits for ever what was paid",
    changed((inner) => ({
      lookup: (paymentId) =>
        Effect.map(inner.lookup(paymentId), (found) =>
          found._tag === "Confirmed" ? ({ _tag: "Awaiting", link: Option.none() } as const) : found
        )
    })),
    checks["what the customer paid is confirmed, in full"],
    checks["what is asked for is started, each as a payment of its own, and nothing else"]
  )
  breaks(
    "answers a start that it lost",
    changed((inner) => ({
      start: (request) => Effect.orElseSucceed(inner.start(request), () => ({ _tag: "Duplicate" }) as const)
    })),
    checks["a start whose answer was lost is found, is not repeated by starting again, and can be paid"]
  )
  breaks(
    "declines, and takes the money when it is asked again",
    changed((inner) => ({
      lookup: (paymentId) =>
        Effect.map(inner.lookup(paymentId), (found) =>
          found._tag === "Declined" ? ({ _tag: "Awaiting", link: Option.none() } as const) : found
        )
    })),
    checks["what was declined stays declined, also when it is started again"]
  )

  /** A rail that tells receipts in its own way. */
  const telling = (change: (receipt: BankReceipt) => BankReceipt) =>
    changed((inner) => ({
      lookup: (paymentId) =>
        Effect.map(inner.lookup(paymentId), (found) =>
          found._tag === "Confirmed" ? { ...found, receipt: change(found.receipt) } : found
        )
    }))
  let lookups = 0
  breaks(
    "changes a receipt",
    telling((receipt) => ({ ...receipt, bankTime: receipt.bankTime + lookups++ })),
    checks["a receipt never changes, whoever asks and starts again"]
  )
  breaks(
    "uses an operation's id twice",
    telling((receipt) => ({ ...receipt, operationId: "same" })),
    checks["an operation belongs to one payment"]
  )
  breaks(
    "makes up the operation that took the money",
    telling((receipt) => ({ ...receipt, operationId: `of ${receipt.operationId}` })),
    checks["what the customer paid is confirmed, in full"]
  )
  breaks(
    "confirms another amount",
    telling((receipt) => ({ ...receipt, amountMinor: receipt.amountMinor - 1n })),
    checks["what the customer paid is confirmed, in full"],
    checks["payments with the same content are apart"]
  )
})

describe("a rail of transfers that", () => {
  const changed = changing(BankRail, transfers)
  const checks = transferRailChecks(transferHarness)
  /** Says something else in its instructions. */
  const saying = (other: (said: TransferInstructions) => Partial<TransferInstructions>) =>
    changed((inner) => ({
      start: (request) =>
        Effect.map(inner.start(request), (answer) =>
          answer._tag === "Awaiting" && answer.instructions !== undefined
            ? { ...answer, instructions: { ...answer.instructions, ...other(answer.instructions) } }
            : answer
        )
    }))

  const told = checks["the customer is told this amount, in this currency, with this reference"]
  const noted = checks["the note begins with the reference, whatever the invoice is for"]
  breaks(
    "asks for a tenth of the amount",
    saying(({ amountMinor }) => ({ amountMinor: amountMinor / 10n })),
    told
  )
  breaks(
    "names another invoice",
    saying(() => ({ reference: "RF0400000000000" })),
    told
  )
  breaks(
    "notes something else",
    saying(() => ({ note: "Tea" })),
    noted
  )
  breaks(
    "notes more than fits",
    saying(({ note }) => ({ note: note.padEnd(161, ".") })),
    noted
  )
  breaks(
    "has another invoice in its QR code",
    saying(() => ({ qrPayload: "RF0400000000000" })),
    noted
  )
  let count = 0
  breaks(
    "says something else each time",
    saying(({ note }) => {
      count += 1
      return { note: `${note} ${count}` }
    }),
    checks["a start is answered alike however often it is asked, also at once"]
  )
  breaks(
    "is not said to collect by transfer",
    changed((inner) => ({
      banks: (currency) =>
        Effect.map(inner.banks(currency), (all) => all.map(({ id, name }) => ({ id, name })))
    })),
    checks["the bank is offered, and collects by transfer"]
  )
  breaks(
    "finds what never was",
    changed(() => ({ lookup: () => Effect.succeed({ _tag: "Awaiting", link: Option.none() }) })),
    checks["the rail knows nothing of what was started, and confirms nothing"]
  )
  breaks(
    "lets a customer transfer without a reference",
    changed((inner) => ({ start: (request) => inner.start({ reference: "RF0400000000000", ...request }) })),
    checks["an invoice without a reference is declined: nobody could tell whose money it is"]
  )
})

describe("a mailer that", () => {
  const changed = (change: (inner: Mailer["Service"]) => Mailer["Service"]["send"]) =>
    Layer.effect(
      Mailer,
      Effect.map(Mailer, (inner) => ({ send: change(inner) }))
    ).pipe(Layer.provideMerge(mail))
  const checks = mailerChecks(mailHarness)
  const arrives = "an e-mail arrives once at its address, as it was written"

  breaks(
    "takes e-mails and drops them",
    changed(() => () => Effect.void),
    checks[arrives]
  )
  breaks(
    "sends twice",
    changed(
      ({ send }) =>
        (message) =>
          Effect.andThen(send(message), send(message))
    ),
    checks[arrives],
    checks["an e-mail sent again carries the same id"]
  )
  let last: string | undefined
  breaks(
    "mixes up addresses",
    changed(({ send }) => (message) => {
      const to = last ?? message.to
      last = message.to
      return send({ ...message, to })
    }),
    checks["e-mails sent at once arrive each at its own address"]
  )
  breaks(
    "knows ASCII only",
    changed(
      ({ send }) =>
        (message) =>
          send({ ...message, subject: message.subject.replace(/[^ -~]/g, "?") })
    ),
    checks["unusual content arrives unchanged"]
  )
  let copies = 0
  breaks(
    "gives every attempt an id of its own",
    changed(
      ({ send }) =>
        (message) =>
          send({ ...message, id: `${message.id}-${copies++}` })
    ),
    checks["an e-mail sent again carries the same id"]
  )
})
