import type { BackupRefused, StoreCopy } from "@quittance/adapters-sqlite"
import { Effect } from "effect"
import { printError } from "./print.ts"

/** What a copy of a store holds, as it is printed. */
export const copyFacts = ({ filename, lastAt, lastEvent, link, mode, report }: StoreCopy) => ({
  file: filename,
  mode,
  lastEvent,
  lastEventAt: new Date(lastAt).toISOString(),
  link,
  partnerCount: report.partnerCount,
  entryCount: report.entryCount,
  payoutCount: report.payoutCount,
  cryptoInvoiceCount: report.cryptoInvoiceCount,
  invoiceCount: report.invoiceCount,
  kycSessionCount: report.kycSessionCount
})

/** Answers the exit status. */
export const printRefused = ({ faults, message }: BackupRefused): Effect.Effect<number> =>
  Effect.sync(() => {
    printError(message, faults)
    return 1
  })
