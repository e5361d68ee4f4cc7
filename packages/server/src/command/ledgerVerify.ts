import { Auditor, type AuditReport } from "@quittance/core"
import { AuditListener } from "@quittance/core/adapter"
import { Effect, Layer } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { storeLayer } from "../start/services.ts"
import { onStore } from "./onStore.ts"
import { printJson, printLine } from "./print.ts"

/**
 * `quittance ledger verify`: reads one snapshot, so it may run while servers run; exit status 1 if it finds a
 * fault.
 */
export const run: RunCommand = (input) => {
  const verify = Effect.gen(function* () {
    const auditor = yield* Auditor
    const { hear, tell } = tellServer()
    const report = yield* Effect.provideService(auditor.verify, AuditListener, hear)
    tell()
    const ok = report.faults.length === 0
    if (input.has("--json")) printJson({ ok, ...report })
    else printReport(report)
    return ok ? 0 : 1
  })
  return onStore((configuration) => Layer.provide(Auditor.layer, storeLayer(configuration, "read")), verify)
}

const tellEach = 10_000

/** A server that has started this process for its books hears how far it is, and everybody else nothing. */
const tellServer = () => {
  let checkedCount = 0
  let told = 0
  const tell = (): void => {
    told = checkedCount
    process.send?.({ checkedCount })
  }
  const hear = (count: number): void => {
    checkedCount += count
    if (checkedCount - told >= tellEach) tell()
  }
  return { hear, tell }
}

const printReport = ({
  balanceCount,
  bankPaymentCount,
  cryptoInvoiceCount,
  entryCount,
  faults,
  invoiceCount,
  kycSessionCount,
  partnerCount,
  payoutCount,
  pendingDeliveryCount,
  statementEntryCount,
  transitDepositCount
}: AuditReport): void => {
  const looked = [
    counted(entryCount, "journal entry", "journal entries"),
    counted(partnerCount, "partner", "partners"),
    counted(balanceCount, "balance", "balances"),
    counted(payoutCount, "payout", "payouts"),
    counted(cryptoInvoiceCount, "crypto invoice", "crypto invoices"),
    counted(invoiceCount, "fiat invoice", "fiat invoices"),
    counted(bankPaymentCount, "bank payment", "bank payments"),
    counted(statementEntryCount, "statement entry", "statement entries"),
    counted(kycSessionCount, "KYC session", "KYC sessions"),
    counted(transitDepositCount, "transit deposit", "transit deposits"),
    counted(pendingDeliveryCount, "pending webhook delivery", "pending webhook deliveries")
  ].join(", ")
  printLine(
    faults.length === 0 ? `The ledger is in order: ${looked}.` : `The ledger is broken (${looked}):\n`
  )
  for (const fault of faults) printLine(`  ${fault}`)
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`
