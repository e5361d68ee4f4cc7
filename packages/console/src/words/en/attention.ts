const counted = (one: string, many: string) => (count: number) => (count === 1 ? one : `${count} ${many}`)

export const attention = {
  area: "Needs attention",
  what: "What",
  partner: "Partner",
  since: "Since",
  deployment: "The deployment",
  nothing: "Nothing needs you now.",
  begin:
    "Nothing needs you now, and nothing was asked for yet. A program begins with a key; a person can make an invoice at once.",
  guide: "Read the guide",
  told: counted("1 thing needs attention", "things need attention"),
  more: (count: string) => `${count} more are not shown.`,
  /** What waits, by the name of its condition. */
  conditions: {
    unknownPayouts: counted(
      "The outcome of a payout is unknown: find out at the processing side whether it was made",
      "payouts have an unknown outcome: find out at the processing side whether they were made"
    ),
    approvals: counted("A payout waits for approval", "payouts wait for approval"),
    unresolvedMoney: counted(
      "Money came in by bank that no invoice could take",
      "payments came in by bank that no invoice could take"
    ),
    kycReviews: counted("A verification waits for a decision", "verifications wait for a decision"),
    disabledWebhooks: counted(
      "A webhook was disabled: its receiver answered 410, or failed for days",
      "webhooks were disabled: their receivers answered 410, or failed for days"
    ),
    hold: () => "The store is on hold: no payout and no deposit address is created",
    reasons: () => "",
    backups: () => "",
    subscribers: () => "",
    books: counted("The books have a fault", "faults are in the books")
  }
}
