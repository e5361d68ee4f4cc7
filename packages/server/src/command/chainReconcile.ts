import {
  ChainOperators,
  type ReadBack,
  type ReconcileOptions,
  type ReconcileReport
} from "@quittance/adapters-evm"
import { formatMinor } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import type { CommandInput } from "../cli/CommandInput.ts"
import { UsageError } from "../cli/UsageError.ts"
import { decidedBy } from "./decidedBy.ts"
import { onChain } from "./onChain.ts"
import { printJson, printLine, printLines } from "./print.ts"

/**
 * `quittance chain reconcile`: compares chain, journal and ledger; exit status 1 if they differ in something that was
 * not acknowledged.
 */
export const run: RunCommand = (input) => {
  const fromBlock = blockIn(input.text("--from-block"))
  const isImport = input.has("--import")
  const acknowledge = acknowledgeIn(input)
  const reconcile = Effect.gen(function* () {
    const operators = yield* ChainOperators
    const network = input.required("--network")
    const report = yield* operators.reconcile(network, { fromBlock, isImport, acknowledge })
    const { acknowledged, differences, readBack, remainder, transactionsChecked, transfersChecked } = report
    const ok = differences.length === 0
    if (input.has("--json")) {
      printJson({
        ok,
        ...report,
        acknowledged: acknowledged.map((each) => ({ ...each, at: new Date(each.at).toISOString() })),
        readBack: readBack.map(readBackJson)
      })
      return ok ? 0 : 1
    }
    if (isImport && readBack.length > 0) {
      printLine(`Imported ${counted(readBack.length)} of ${network} that the store did not know:\n`)
      printLines(readBack.map(importedLine))
      printLine()
    }
    if (ok)
      printLine(
        `Chain, journal and ledger agree on ${network}${acknowledged.some(({ isThere }) => isThere) ? ", but for what is acknowledged" : ""}: ${transfersChecked} transfers, ${transactionsChecked} transactions, ${report.addressesChecked} balances of deposit addresses.`
      )
    else {
      printLine(`Chain, journal and ledger differ on ${network}:\n`)
      printLines(differences.map((each) => `  ${each}`))
      if (!isImport && readBack.length > 0)
        printLine(`\nRecord what the wallets did: quittance chain reconcile --network ${network} --import`)
    }
    if (report.acceptedCount > 0)
      printLine(
        `\nAccepted deposits that too few nodes have shown: ${report.acceptedCount}. The server credits them when it reads the next block.`
      )
    printLine(`\n${comparedText(report)}`)
    if (report.notCompared.length > 0) {
      printLine("\nNot compared:")
      printLines(report.notCompared.map((each) => `  ${each}`))
    }
    if (acknowledged.length > 0) {
      printLine("\nAcknowledged:")
      printLines(acknowledged.map(acknowledgedLine))
    }
    if (remainder !== "0")
      printLine(`\nDeposits had ${remainder} USDT beyond the sixth decimal, which is credited to nobody.`)
    return ok ? 0 : 1
  })
  return onChain(input, reconcile)
}

/** What was compared, and up to where. */
const comparedText = ({ finalBlock, head, network, readTo }: ReconcileReport): string =>
  `Compared up to block ${head}, the newest of ${network}: what left wallets, and balances. Up to block ${Math.min(finalBlock, readTo)}: deposits and outcomes (final up to ${finalBlock}, read up to ${readTo}). What is in later blocks may still vanish, and is compared when it is final.`

const acknowledgedLine = ({
  at,
  by,
  difference,
  isThere,
  reason
}: ReconcileReport["acknowledged"][number]): string =>
  `  ${difference}\n    ${new Date(at).toISOString()}, ${by}: ${reason}${isThere ? "" : " (no longer there)"}`

const reasonLengthMax = 1_000

const acknowledgeIn = (input: CommandInput): ReconcileOptions["acknowledge"] => {
  const subject = input.text("--acknowledge")
  const reason = input.text("--reason")
  if (subject === undefined) {
    if (reason !== undefined || input.text("--by") !== undefined)
      throw new UsageError("--reason and --by belong to --acknowledge HASH.")
    return undefined
  }
  if (!/^[0-9A-Za-z]{20,80}$/.test(subject))
    throw new UsageError(
      `--acknowledge must be the hash of a transaction, or an address, that a difference names, not "${subject}".`
    )
  if (reason === undefined || reason.trim() === "" || reason.length > reasonLengthMax)
    throw new UsageError(`--reason must say why, in at most ${reasonLengthMax} characters.`)
  return { subject, reason, by: decidedBy(input) }
}

const blockIn = (text: string | undefined): number | undefined => {
  if (text === undefined || /^\d{1,12}$/.test(text)) return text === undefined ? undefined : Number(text)
  throw new UsageError(`--from-block must be the number of a block, not "${text}".`)
}

const counted = (count: number): string => (count === 1 ? "1 transaction" : `${count} transactions`)

const importedLine = ({ did, nonce, payoutId, txHash, wallet }: ReadBack): string =>
  `  ${txHash} in slot ${nonce} of wallet ${wallet} ${did}${payoutId === "" ? "" : `; taken for payout ${payoutId}`}`

const readBackJson = ({ amountMinor, payoutId, recipient, ...rest }: ReadBack) => ({
  ...rest,
  recipient: recipient || null,
  amount: recipient === "" ? null : formatMinor(amountMinor, "USDT"),
  payoutId: payoutId || null
})
