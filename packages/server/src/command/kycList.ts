import type { KycReviewView } from "@quittance/core"
import { kycReviewView, kycSession, StateReader } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { storeLayer } from "../start/services.ts"
import { checkStateText } from "./kycWords.ts"
import { onStore } from "./onStore.ts"
import { partnerNames } from "./partnerNames.ts"
import { printJson, printLine, printTable } from "./print.ts"

/** An operator with more sessions starts with these. */
const shownMax = 1000

/** `quittance kyc list`: reads only; sessions that wait for a decision, the longest waiting first. */
export const run: RunCommand = (input) => {
  const list = Effect.gen(function* () {
    const states = yield* StateReader
    const waiting = yield* states.indexed(kycSession, "in_check", { equal: [], limit: shownMax })
    const sessions = waiting.map(({ state }) => kycReviewView(state))
    const nameOf = yield* partnerNames(sessions.map(({ partnerId }) => partnerId))
    if (input.has("--json"))
      printJson(sessions.map((session) => ({ partner: nameOf(session.partnerId), ...session })))
    else if (sessions.length === 0) printLine("There are none: no session waits for a decision.")
    else {
      printTable(
        ["ID", "PARTNER", "LEVEL", "ATTEMPT", "WAITING SINCE", "CHECK"],
        sessions.map((session) => rowOf(session, nameOf(session.partnerId)))
      )
      if (sessions.length === shownMax) printLine(`\nThese are the ${shownMax} that wait longest.`)
      printLine(
        "\nTo see one: quittance kyc show ID --save-to DIR.\nTo decide: quittance kyc decide ID --as completed, failed or retry."
      )
    }
    return 0
  })
  return onStore((configuration) => storeLayer(configuration, "read"), list)
}

const rowOf = (session: KycReviewView, partner: string): ReadonlyArray<string> => [
  session.id,
  partner,
  session.level,
  String(session.attempts + 1),
  session.waitingSince ?? "",
  checkStateText(session)
]
