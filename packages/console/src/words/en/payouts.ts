const people = (count: number): string => (count === 1 ? "1 person" : `${count} people`)
const approvals = (count: number): string => (count === 1 ? "1 approval" : `${count} approvals`)

/** Payouts, who approves them, the address book and the rules. */
export const payouts = {
  area: "Payouts",
  payout: "Payout",
  lists: {
    open: {
      title: "Open payouts",
      tab: "Open",
      empty: "No payout is open: everything that was asked for has arrived or failed."
    },
    all: { title: "All payouts", tab: "All", empty: "There are no payouts yet. Make the first." }
  },
  pages: {
    approvals: { title: "Payouts that wait for approval", tab: "Approvals" },
    book: { title: "Address book", tab: "Address book" },
    rules: { title: "Rules for approvals", tab: "Rules" }
  },
  making: { title: "New payout", reviewVerb: "Check the payout", said: "The payout was created." },
  id: "Payout",
  status: "Status",
  amount: "Amount",
  fee: "Fee",
  totalDebit: "Total debit",
  currency: "Currency",
  network: "Network",
  address: "To address",
  note: "Note",
  created: "Created",
  updated: "Last change",
  completed: "Arrived",
  madeBy: "Made by",
  waitsFor: "Waits for",
  idempotencyKey: "Idempotency key",
  transaction: "Transaction",
  error: "Reason",
  /** What an open payout waits for, by its step. */
  waits: {
    reserved: "Its turn to be sent",
    submitting: "The answer of the processing side",
    submitted: "The outcome at the processing side",
    unknown: "A lookup: the answer was lost"
  } as { readonly [step: string]: string },
  approvalsGiven: (given: number, needed: number) => `${given} of ${approvals(needed)} given`,
  /** Why it failed where the processing side did not say it. */
  errors: {
    declined: "Somebody who approves payouts declined it.",
    withdrawn: "Who asked for it withdrew it.",
    expired: "It was not approved in time."
  } as { readonly [error: string]: string },

  send: (amount: string) => `Send ${amount}`,
  networkBounds: (label: string, min: string, max: string) => `${label}: ${min} to ${max}`,
  hints: {
    amount: "What the address receives. The fee comes on top.",
    note: "Your own words about it, which are not sent along.",
    from: "From this amount on. A rule for the same amount is replaced.",
    approvers: "How many people other than the maker must approve; 0 takes the rule away."
  },
  addressHint: "An address on that network. Money that is sent to a wrong address does not come back.",
  checkTitle: "Check every line: a payout that was sent cannot be called back.",
  available: "Available now",
  addressKnown: {
    book: (label: string) => `In the address book: ${label}`,
    paid: () => "Paid before",
    new: () => "New: never paid before, and not in the address book"
  },
  addressKind: "This address",
  newAddress:
    "This address is new. Compare all of its characters with where you have it from, not only the first and the last.",
  sendsAtOnce: "It is sent at once. No approval is needed.",
  needs: (needed: number, reasons: string) =>
    `It is sent when ${people(needed)} other than you ${needed === 1 ? "has" : "have"} approved it, because of ${reasons}.`,
  reasons: {
    amount: "its amount",
    new_address: "an address that is not in the address book"
  } as { readonly [reason: string]: string },
  and: " and ",
  until: "Approvals count until",
  tooFew: (eligible: number, needed: number) =>
    `It needs ${approvals(needed)}, but only ${people(eligible)} other than you may approve it. It waits until there are more, and expires otherwise.`,

  noneWaits: "No payout waits for approval. Those that do are listed here.",
  moreWait: "More wait. They are shown when these are decided.",
  missing: "Missing",
  missingNow: approvals,
  expires: "Until",
  yours: "You",
  says: {
    open: "Your approval is missing",
    given: "You approved it",
    maker: "You asked for it: others approve it",
    no_say: "Only owners and finance approve payouts",
    expired: "The time to approve it is over"
  },
  approval: "Approval",
  needed: "Approvals needed",
  because: "Because of",
  stillMay: "May still approve it",
  approvedBy: "Approved by",
  people,
  nobody: "Nobody",
  approve: "Approve",
  decline: "Decline",
  withdraw: "Withdraw",
  decisions: {
    approve: {
      title: "Approve this payout?",
      verb: (amount: string) => `Approve ${amount}`,
      said: "Your approval counts.",
      follows: "With the last approval that is needed the money is sent. That cannot be undone."
    },
    decline: {
      title: "Decline this payout?",
      verb: (amount: string) => `Decline ${amount}`,
      said: "The payout was declined.",
      follows: "Nothing is sent, and the debit is returned to the balance. That cannot be undone."
    },
    withdraw: {
      title: "Withdraw this payout?",
      verb: (amount: string) => `Withdraw ${amount}`,
      said: "The payout was withdrawn.",
      follows: "Nothing is sent, and the debit is returned to the balance. That cannot be undone."
    }
  },
  notWaiting: "This payout does not wait for approval.",
  wentOn: "It went on without more approvals.",

  processing: "Calls to the processing side",
  reference: "Reference there",
  call: "Call",
  calls: { submit: "Submit", lookup: "Look up", abandon: "Abandon" },
  at: "When",
  answer: "Answer",
  noAnswer: "No answer recorded",
  noCalls: "No call was made yet.",
  someOmitted: "Some of the calls in between are not shown.",
  transactions: "Signed transactions",
  signed: "Signed",
  block: "Block",
  outcome: "Outcome",
  notFinal: "Not final",
  isCancellation: "Moves nothing: it takes the place of the one before",
  nowIs: (step: string) => `The payout is now: ${step}`,
  events: {
    payout_created: "Created, and its debit taken",
    "payout.approval_required": "Waits for approval",
    approval_given: "Approved",
    submission_started: "Submitted to the processing side",
    lookup_started: "Looked up",
    payout_accepted: "Accepted by the processing side",
    answer_lost: "Answer lost or unclear",
    "payout.completed": "Arrived",
    "payout.failed": "Failed, and its debit returned",
    "payout.late_settlement": "Arrived after it had failed",
    transaction_signed: "Transaction signed",
    transaction_signed_again: "Signed again in its place",
    transaction_given_up: "Transaction to be cancelled",
    transaction_final: "Transaction final",
    transaction_found: "Transaction found after a restore"
  } as { readonly [type: string]: string },

  label: "Name",
  addedBy: "Added by",
  holdsSince: "Holds since",
  holdsFrom: "Holds from",
  emptyBook: "The address book is empty. Add the addresses that you pay.",
  adding: {
    title: "Add an address",
    verb: "Add an address",
    reviewVerb: "Check the address",
    said: "The address was proposed or added: see below."
  },
  addFollows:
    "A second person has to agree. Then the address holds after the delay of this deployment, a day by default.",
  removeAddress: "Remove",
  removing: {
    title: "Remove this address?",
    verb: "Remove the address",
    said: "The address was removed.",
    follows: "From now on payouts to it need an approval where the address book is on. This holds at once."
  },

  rulesOf: (currency: string) => `Payouts in ${currency}`,
  from: "From amount",
  approvers: "Approvals",
  noTiers: "No amount needs an approval.",
  addressBook: "Address book",
  book: {
    on: "On: an address that is not in the book needs at least 1 approval",
    off: "Off: new addresses need no approval"
  },
  settingTier: { title: "Set an amount", verb: "Set the rule" },
  settingBook: { title: "Switch the address book", verb: "Set the address book" },
  settingRule: {
    said: "The rule was set or proposed: see below.",
    follows:
      "What asks for more holds at once. What asks for less waits for a second person, and then holds after the delay of this deployment, a day by default."
  },
  mayApprove: "Who may approve",
  person: "Person",
  role: "Role",
  since: "Since",
  nobodyMay: "Nobody may approve payouts.",

  pending: "Changes that wait",
  change: "Change",
  proposedBy: "Proposed by",
  proposed: "Proposed",
  agreedBy: "Agreed by",
  waitsForSecond: "A second person",
  agree: "Agree",
  takeBack: "Take back",
  changing: {
    agree: {
      title: "Agree to this change?",
      verb: "Agree to the change",
      said: "You agreed to the change.",
      follows: "It holds after the delay of this deployment, a day by default."
    },
    withdraw: {
      title: "Take this change back?",
      verb: "Take the change back",
      said: "The change was taken back.",
      follows: "It will not hold."
    }
  },
  noPending: "No such change waits: it holds, was taken back, or never was.",
  changes: {
    tiers: (currency: string, tiers: string) => `${currency}: ${tiers}`,
    tier: (amount: string, approvers: number) => `from ${amount} ${approvals(approvers)}`,
    noTiers: "no amount needs an approval",
    book: (currency: string, state: string) => `Address book for ${currency} ${state}`,
    addAddress: "Add to the address book",
    removeAddress: "Remove from the address book",
    addMember: (person: string, role: string) => `Add ${person} as ${role}`,
    changeRole: (person: string, role: string) => `Make ${person} ${role}`,
    removeMember: (person: string) => `Remove ${person}`
  }
}
