import { type Command, json } from "./Command.ts"
import { limit, listed, partner, partnerOf, reason, statusOf } from "./flags.ts"

/** The commands for payouts, balances, crypto invoices and their deposits. */
export const moneyCommands: ReadonlyArray<Command> = [
  {
    words: ["payouts", "list"],
    summary: "list payouts, the newest first, with their step, attempts and error",
    example: "quittance payouts list --status pending",
    flags: [partner, statusOf(({ payoutStatuses }) => payoutStatuses), ...listed],
    load: () => import("../command/payoutsList.ts")
  },
  {
    words: ["payouts", "open"],
    summary: "list payouts without an outcome, of all partners, the oldest first",
    example: "quittance payouts open --step unknown",
    flags: [
      {
        name: "--step",
        value: "STEP",
        choices: ({ openPayoutSteps }) => openPayoutSteps,
        help: "{choices}; default all"
      },
      { name: "--after", value: "ID", help: "what follows this payout: nextAfter of --json" },
      limit,
      json
    ],
    load: () => import("../command/payoutsOpen.ts")
  },
  {
    words: ["payouts", "show"],
    summary: "show a payout, its calls, and what it waits for",
    example: "quittance payouts show 0199f3a2-7c11-7d4e-9b1a-3f2c5d6e7f80",
    operands: [{ name: "ID", help: "of the payout" }],
    flags: [partnerOf("a payout"), json],
    load: async () => ({ run: (await import("../command/onePayout.ts")).showPayout })
  },
  {
    words: ["payouts", "history"],
    summary: "show what became of a payout, and who caused it",
    example: "quittance payouts history 0199f3a2-7c11-7d4e-9b1a-3f2c5d6e7f80",
    operands: [{ name: "ID", help: "of the payout" }],
    flags: [partnerOf("a payout"), json],
    load: async () => ({ run: (await import("../command/histories.ts")).payoutHistory })
  },
  {
    words: ["payouts", "resolve"],
    summary: "settle a payout whose outcome the processing side does not report",
    example: "quittance payouts resolve 0199f3a2-7c11-7d4e-9b1a-3f2c5d6e7f80 --as completed --reason seen",
    operands: [{ name: "ID", help: "of the payout" }],
    flags: [
      {
        name: "--as",
        value: "OUTCOME",
        choices: ["completed", "failed"],
        required: true,
        help: "completed: the money arrived; failed: it never will, and the debit is returned"
      },
      reason,
      json
    ],
    load: async () => ({ run: (await import("../command/onePayout.ts")).resolvePayout })
  },
  {
    words: ["payouts", "release"],
    summary: "continue payouts after a restore; lists transfers unknown to the store",
    example: "quittance payouts release",
    flags: [
      {
        name: "--accept-unknown",
        help: "release even if transfers are unknown, differ, or cannot be listed"
      },
      {
        name: "--accept-moved",
        help: "take a file back into use that `store copy` moved away; nothing may run on the new store"
      },
      {
        name: "--since",
        value: "INSTANT",
        help: "compare transfers from this instant on; default: a day before the store's last payout"
      },
      json
    ],
    load: () => import("../command/payoutsRelease.ts")
  },
  {
    words: ["balance", "show"],
    summary: "show a partner's balance",
    example: "quittance balance show --partner shop",
    flags: [{ name: "--partner", value: "NAME", required: true, help: "whose balance" }, json],
    load: () => import("../command/balanceShow.ts")
  },
  {
    words: ["balance", "entries"],
    summary: "list what changed a partner's available balance, the newest first",
    example: "quittance balance entries --partner shop --kind balance.adjusted",
    flags: [
      { name: "--partner", value: "NAME", required: true, help: "whose balance" },
      {
        name: "--kind",
        value: "KIND",
        choices: ({ balanceEntryKinds }) => balanceEntryKinds,
        help: "only of this kind, such as payout.reserved or transit.credited; default all"
      },
      ...listed
    ],
    load: () => import("../command/balanceEntries.ts")
  },
  {
    words: ["balance", "adjust"],
    summary: "correct a partner's balance",
    example: 'quittance balance adjust --partner shop --amount -5 --reason "bank fee"',
    flags: [
      { name: "--partner", value: "NAME", required: true, help: "whose balance" },
      { name: "--amount", value: "AMOUNT", required: true, help: "USDT, signed: 12.5 or -12.5" },
      {
        name: "--allow-negative",
        help: "allow a negative available balance; raises an alert"
      },
      reason,
      json
    ],
    load: () => import("../command/balanceAdjust.ts")
  },
  {
    words: ["crypto", "list"],
    summary: "list crypto invoices, the newest first",
    example: "quittance crypto list --exception underpaid",
    flags: [
      partner,
      statusOf(({ lists }) => lists.cryptoInvoices.status?.values ?? []),
      { name: "--network", value: "NAME", help: "only those on this network; default all" },
      {
        name: "--exception",
        value: "EXCEPTION",
        choices: ({ cryptoInvoiceExceptions }) => cryptoInvoiceExceptions,
        help: "{choices}; combined with --from and --to only"
      },
      ...listed
    ],
    load: () => import("../command/cryptoList.ts")
  },
  {
    words: ["crypto", "show"],
    summary: "show a crypto invoice and its transfers",
    example: "quittance crypto show 0199f3a2-7c11-7d4e-9b1a-3f2c5d6e7f80",
    operands: [{ name: "ID", help: "of the crypto invoice: a UUID" }],
    flags: [partnerOf("an invoice"), json],
    load: () => import("../command/cryptoShow.ts")
  },
  {
    words: ["crypto", "history"],
    summary: "show what became of a crypto invoice and its transfers, and who caused it",
    example: "quittance crypto history 0199f3a2-7c11-7d4e-9b1a-3f2c5d6e7f80",
    operands: [{ name: "ID", help: "of the crypto invoice: a UUID" }],
    flags: [partnerOf("an invoice"), json],
    load: async () => ({ run: (await import("../command/histories.ts")).cryptoHistory })
  },
  {
    words: ["deposits", "rescan"],
    summary: "credit deposits that arrived after the watch period of their address",
    example: "quittance deposits rescan --network tron",
    flags: [{ name: "--network", value: "NAME", help: "only this network; default all" }, json],
    load: () => import("../command/depositsRescan.ts")
  }
]
