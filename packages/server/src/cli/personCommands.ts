import { type Command, json } from "./Command.ts"

const who = { name: "USER", help: "their id, as users list tells it: usr_…" }

/** The commands for people: members of partners, and operators. */
export const personCommands: ReadonlyArray<Command> = [
  {
    words: ["users", "invite"],
    summary: "print a one-time link for a person: to the operators, or to a partner",
    example: "quittance users invite --partner shop --role owner --name Anna --email anna@shop.example",
    flags: [
      { name: "--operator", help: "the person becomes an operator of the deployment" },
      { name: "--partner", value: "NAME", help: "or a member of this partner, by name or id" },
      {
        name: "--role",
        value: "ROLE",
        choices: ({ roles }) => roles,
        help: "what the member may do: {choices}"
      },
      { name: "--name", value: "TEXT", required: true, help: "how the person is called" },
      { name: "--email", value: "ADDRESS", help: "the person's e-mail address, to sign in with" },
      json
    ],
    load: async () => ({ run: (await import("../command/usersInvite.ts")).run })
  },
  {
    words: ["users", "revoke"],
    summary: "close a link that somebody was to join with",
    example: "quittance users revoke ivt_019bc1a85d2e7b3c9f104a6b8c2d7e91 --partner shop",
    operands: [{ name: "INVITATION", help: "its id, as users invite tells it: ivt_…" }],
    flags: [
      {
        name: "--partner",
        value: "NAME",
        help: "to whom the link leads, by name or id; default: the operators"
      },
      json
    ],
    load: async () => ({ run: (await import("../command/usersChange.ts")).revoke })
  },
  {
    words: ["users", "list"],
    summary: "list the people, with what they are members of",
    example: "quittance users list",
    flags: [json],
    load: async () => ({ run: (await import("../command/usersList.ts")).run })
  },
  {
    words: ["users", "disable"],
    summary: "take a person out of every partner and everything, for ever",
    example: "quittance users disable usr_019bc1a85d2e7b3c9f104a6b8c2d7e91",
    operands: [who],
    flags: [json],
    load: async () => ({ run: (await import("../command/usersChange.ts")).disable })
  },
  {
    words: ["users", "recover"],
    summary: "print a one-time link by which a person who lost them makes new credentials",
    example: "quittance users recover usr_019bc1a85d2e7b3c9f104a6b8c2d7e91",
    operands: [who],
    flags: [json],
    load: async () => ({ run: (await import("../command/usersInvite.ts")).recover })
  },
  {
    words: ["users", "forget"],
    summary: "erase the name and the e-mail address of a disabled person",
    example: "quittance users forget usr_019bc1a85d2e7b3c9f104a6b8c2d7e91",
    operands: [who],
    flags: [json],
    load: async () => ({ run: (await import("../command/usersChange.ts")).forget })
  },
  {
    words: ["console", "link"],
    summary: "print a link that signs in at the console of a sandbox on this machine, once",
    example: "quittance console link",
    flags: [
      {
        name: "--partner",
        value: "NAME",
        help: "whose owner, by name or id; default: that of sandbox-credentials.json"
      },
      json
    ],
    load: () => import("../command/sandbox/consoleLink.ts")
  }
]
