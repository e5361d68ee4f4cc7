import type { PayoutView } from "@quittance/core"
import type { ApprovalStandingView } from "@quittance/core/adapter"
import { instant, text } from "../../look/Cell.ts"
import type { Fact } from "../../look/parts.ts"
import type { Words } from "../../words/Words.ts"

/** The name of an actor, as somebody may know it. */
export type ActorNamed = (actor: string) => string

/** Why it needs approvals, who gave one, and who still may. */
export const approvalFacts = (
  { approval }: Pick<PayoutView, "approval">,
  standing: ApprovalStandingView | null,
  nameOf: ActorNamed,
  { payouts: said }: Words
): ReadonlyArray<Fact> => {
  if (approval === null) return []
  const names = (actors: ReadonlyArray<string>) =>
    text(actors.length === 0 ? said.nobody : actors.map(nameOf).join(", "))
  const given = approval.given.map(({ by }) => by)
  return [
    [said.needed, text(String(approval.needed))],
    [said.because, text(approval.reasons.map((reason) => said.reasons[reason]).join(said.and))],
    [said.approvedBy, names(given)],
    ...(standing === null
      ? []
      : [
          [said.stillMay, names(standing.approvers)] as const,
          [said.yours, text(said.says[standing.say])] as const
        ]),
    [said.until, instant(approval.expiresAt)]
  ]
}

/** Everybody whom the approvals of a payout name. */
export const approvalActors = (
  { approval, createdBy }: Pick<PayoutView, "approval" | "createdBy">,
  standing: ApprovalStandingView | null
): ReadonlyArray<string> => [
  ...(createdBy === null ? [] : [createdBy]),
  ...(approval?.given ?? []).map(({ by }) => by),
  ...(standing?.approvers ?? [])
]
