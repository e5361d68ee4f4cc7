import { type Command, type Flag, json } from "./Command.ts"

const whose: Flag = { name: "--partner", value: "NAME", required: true, help: "whose rules, by name or id" }
const network: Flag = { name: "--network", value: "NAME", required: true, help: "of the address: tron" }
const address: Flag = { name: "--address", value: "ADDRESS", required: true, help: "on that network" }
const change = { name: "ID", help: "of the change, as approvals show tells it: chg_…" }

/** The commands for who approves payouts of a partner. What they change holds at once, and operators are alerted. */
export const approvalCommands: ReadonlyArray<Command> = [
  {
    words: ["approvals", "show"],
    summary: "show who approves payouts of a partner, its rules and address book",
    example: "quittance approvals show --partner shop",
    flags: [whose, json],
    load: async () => ({ run: (await import("../command/approvalsShow.ts")).run })
  },
  {
    words: ["approvals", "history"],
    summary: "show what became of these rules, and who caused it",
    example: "quittance approvals history --partner shop",
    flags: [whose, json],
    load: async () => ({ run: (await import("../command/approvalsHistory.ts")).run })
  },
  {
    words: ["approvals", "set"],
    summary: "change at once how many people approve payouts from which amount on",
    example: "quittance approvals set --partner shop --currency USDT --from 1000 --approvers 2",
    flags: [
      whose,
      {
        name: "--currency",
        value: "CODE",
        choices: ({ ruledCurrencies }) => ruledCurrencies,
        help: "of the payouts: {choices}, which is the default"
      },
      { name: "--from", value: "AMOUNT", help: "payouts of this amount or more; other amounts keep theirs" },
      {
        name: "--approvers",
        value: "N",
        help: "how many people must approve them, up to 20; 0 takes the rule of that amount away"
      },
      {
        name: "--address-book",
        value: "SWITCH",
        choices: ({ addressBookRules }) => addressBookRules,
        help: "on: an address that is not in the book needs one approval at least; or off"
      },
      json
    ],
    load: async () => ({ run: (await import("../command/approvalsChange.ts")).setRules })
  },
  {
    words: ["approvals", "add-address"],
    summary: "add an address to the book of a partner at once",
    example:
      'quittance approvals add-address --partner shop --network tron --address TXYZ --label "our supplier"',
    flags: [
      whose,
      network,
      address,
      { name: "--label", value: "TEXT", required: true, help: "what it is; 1 to 100 characters" },
      json
    ],
    load: async () => ({ run: (await import("../command/approvalsChange.ts")).addAddress })
  },
  {
    words: ["approvals", "remove-address"],
    summary: "remove an address from the book of a partner",
    example: "quittance approvals remove-address --partner shop --network tron --address TXYZ",
    flags: [whose, network, address, json],
    load: async () => ({ run: (await import("../command/approvalsChange.ts")).removeAddress })
  },
  {
    words: ["approvals", "set-role"],
    summary: "give a person a role for a partner at once, or none",
    example: "quittance approvals set-role --partner shop --user anna --role finance",
    flags: [
      whose,
      { name: "--user", value: "ID", required: true, help: "of the person" },
      {
        name: "--role",
        value: "ROLE",
        required: true,
        choices: ({ roles }) => [...roles, "none"],
        help: "{choices}; none removes the person"
      },
      json
    ],
    load: async () => ({ run: (await import("../command/approvalsChange.ts")).setRole })
  },
  {
    words: ["approvals", "agree"],
    summary: "agree to a change that waits for a second person; it holds at once",
    example: "quittance approvals agree chg_0199 --partner shop",
    operands: [change],
    flags: [whose, json],
    load: async () => ({ run: (await import("../command/approvalsChange.ts")).agree })
  },
  {
    words: ["approvals", "withdraw"],
    summary: "take back a change that waits",
    example: "quittance approvals withdraw chg_0199 --partner shop",
    operands: [change],
    flags: [whose, json],
    load: async () => ({ run: (await import("../command/approvalsChange.ts")).withdraw })
  }
]
