import type { BackupRefused, StoreCopy } from "@quittance/adapters-sqlite"
import { Effect } from "effect"
import { printError, printFacts, printLine, printLines } from "./print.ts"

/** The facts of a store copy, for printing. */
export const copyFacts = ({ filename, lastAt, lastEvent, link, mode, report }: StoreCopy) => ({
  file: filename,
  mode,
  lastEvent,
  lastEventAt: new Date(lastAt).toISOString(),
  link,
  partnerCount: report.partnerCount,
  balanceCount: report.balanceCount,
  entryCount: report.entryCount,
  payoutCount: report.payoutCount,
  cryptoInvoiceCount: report.cryptoInvoiceCount,
  invoiceCount: report.invoiceCount,
  kycSessionCount: report.kycSessionCount,
  faults: report.faults
})

type Facts = Readonly<Record<string, unknown>> & { readonly faults: ReadonlyArray<string> }

export const printCopy = ({ faults, ...facts }: Facts): void => {
  printFacts(Object.entries(facts).map(([name, value]) => [name, value === null ? "" : String(value)]))
  if (faults.length === 0) return
  printLine("\nThe copy has faults, which were accepted:\n")
  printLines(faults.map((fault) => `  ${fault}`))
}

/** Returns the exit status. */
export const printRefused = ({ faults, message }: BackupRefused): Effect.Effect<number> =>
  Effect.sync(() => {
    printError(message, faults)
    return 1
  })
