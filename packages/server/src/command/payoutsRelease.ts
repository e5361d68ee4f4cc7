import { Holds, type MadeTransfer } from "@quittance/core"
import {
  amountText,
  type Hold,
  type HoldSurvey,
  holdSurveyView,
  type RecordedPayout
} from "@quittance/core/adapter"
import { Effect, Layer, Option } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { instantIn } from "../cli/instantIn.ts"
import { loadProviders } from "../start/Providers.ts"
import { servicesLayer } from "../start/services.ts"
import { onStore } from "./onStore.ts"
import { unknownAdvice } from "./payoutWords.ts"
import { printJson, printLine, printTable } from "./print.ts"

/**
 * `quittance payouts release`: shows the transfers that the processing side made and the store does not know,
 * and allows payouts and deposit addresses again if there are none, or if the operator accepts them.
 */
export const run: RunCommand = (input) => {
  const since = instantIn(input, "--since")
  const acceptMoved = input.has("--accept-moved")
  const release = Effect.gen(function* () {
    const holds = yield* Holds
    const acceptUnknown = input.has("--accept-unknown")
    const { isReleased, survey } = yield* holds.releaseCompared({ since, acceptUnknown })
    if (input.has("--json")) printJson(holdSurveyView(survey, isReleased))
    else if (Option.isNone(survey.hold)) printLine("The store is not on hold: there is nothing to release.")
    else {
      printSurvey(survey.hold.value, survey)
      if (isReleased) printLine("\nReleased: payouts and new deposit addresses are possible again.")
      else
        printLine(
          `\nNothing was released. To release anyway: quittance payouts release ${acceptMoved ? "--accept-moved " : ""}--accept-unknown`
        )
    }
    return isReleased || Option.isNone(survey.hold) ? 0 : 1
  })
  return onStore(
    (configuration) =>
      Layer.unwrap(
        Effect.map(loadProviders(configuration), (providers) =>
          servicesLayer(configuration, { providers, vault: "none", acceptMoved })
        )
      ),
    release
  )
}

const instantText = (at: number): string => new Date(at).toISOString()

const rowOf = ({
  address,
  amountMinor,
  at,
  network,
  payoutId,
  reference
}: MadeTransfer): ReadonlyArray<string> => [
  reference,
  payoutId,
  network,
  address,
  amountText(amountMinor, "USDT"),
  instantText(at)
]

const waitingRowOf = ({ order }: RecordedPayout): ReadonlyArray<string> => [
  order.id,
  order.network,
  order.address,
  amountText(order.amountMinor, order.currency),
  instantText(order.createdAt)
]

const heads = ["REFERENCE", "PAYOUT", "NETWORK", "ADDRESS", "AMOUNT", "MADE AT"]

const printSurvey = (hold: Hold, survey: HoldSurvey): void => {
  const { different, listed, since, unknown, waiting } = survey
  printLine(`${hold.reason}\nIt has been so since ${instantText(hold.since)}.`)
  if (listed._tag === "Unlisted")
    printLine(`\nThe transfers of the processing side are not known: ${listed.reason}.`)
  else printLine(`\nThe processing side made ${counted(listed.count)} since ${instantText(since)}.`)
  if (unknown.length > 0) {
    printLine(`\nThe store does not know ${counted(unknown.length)} of them:\n`)
    printTable(heads, unknown.map(rowOf))
    for (const advice of unknownAdvice(unknown)) printLine(`\n${advice}`)
  }
  if (different.length > 0) {
    printLine(`\nThe store records ${counted(different.length)} of them differently:\n`)
    printTable(
      [...heads, "DIFFERS IN"],
      different.map(({ differences, transfer }) => [...rowOf(transfer), differences.join(", ")])
    )
  }
  if (waiting.length > 0) {
    printLine(
      `\n${waiting.length === 1 ? "1 payout waits and goes" : `${waiting.length} payouts wait and go`} on after the release. If one of them was given up since the backup and requested again under\nanother key, fail it first, or both are sent: quittance payouts resolve ID --as failed --reason ...\n`
    )
    printTable(["PAYOUT", "NETWORK", "ADDRESS", "AMOUNT", "CREATED AT"], waiting.map(waitingRowOf))
  }
}

const counted = (count: number): string => (count === 1 ? "1 transfer" : `${count} transfers`)
