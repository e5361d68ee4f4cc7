import { ChainOperators, type ReadBack } from "@quittance/adapters-evm"
import { formatMinor } from "@quittance/core"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { UsageError } from "../cli/UsageError.ts"
import { onChain } from "./onChain.ts"
import { printJson, printLine, printLines } from "./print.ts"

/** `quittance chain reconcile`: compares chain, journal and ledger; exit status 1 if they differ. */
export const run: RunCommand = (input) => {
  const fromBlock = blockIn(input.text("--from-block"))
  const isImport = input.has("--import")
  const reconcile = Effect.gen(function* () {
    const operators = yield* ChainOperators
    const report = yield* operators.reconcile(input.required("--network"), { fromBlock, isImport })
    const { differences, network, readBack, remainder, transactionsChecked, transfersChecked } = report
    const ok = differences.length === 0
    if (input.has("--json")) {
      printJson({ ok, ...report, readBack: readBack.map(readBackJson) })
      return ok ? 0 : 1
    }
    if (isImport && readBack.length > 0) {
      printLine(`Imported ${counted(readBack.length)} of ${network} that the store did not know:\n`)
      printLines(readBack.map(importedLine))
      printLine()
    }
    if (ok)
      printLine(
        `Chain, journal and ledger agree on ${network}: ${transfersChecked} transfers, ${transactionsChecked} transactions.`
      )
    else {
      printLine(`Chain, journal and ledger differ on ${network}:\n`)
      printLines(differences.map((each) => `  ${each}`))
      if (!isImport && readBack.length > 0)
        printLine(`\nRecord what the wallets did: quittance chain reconcile --network ${network} --import`)
    }
    if (remainder !== "0")
      printLine(`Deposits had ${remainder} USDT beyond the sixth decimal, which is credited to nobody.`)
    return ok ? 0 : 1
  })
  return onChain(input, reconcile)
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
