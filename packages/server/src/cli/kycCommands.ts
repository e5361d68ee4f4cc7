import { type Command, json } from "./Command.ts"
import { listed, partner, partnerOf, statusOf } from "./flags.ts"

/** Texts on lines of the help. */
const wrapped = (texts: ReadonlyArray<string>): string => {
  const lines: Array<string> = []
  for (const text of texts) {
    const last = lines.at(-1)
    if (last === undefined || last.length + text.length > 98) lines.push(`  ${text}`)
    else lines[lines.length - 1] = `${last}, ${text}`
  }
  return `${lines.join(",\n")}\n`
}

/** The commands for identities and signatures. */
export const kycCommands: ReadonlyArray<Command> = [
  {
    words: ["kyc", "list"],
    summary: "list the sessions that wait for a decision, the longest waiting first",
    example: "quittance kyc list",
    flags: [json],
    load: () => import("../command/kycList.ts")
  },
  {
    words: ["kyc", "sessions"],
    summary: "list all KYC sessions, the newest first",
    example: "quittance kyc sessions --status in_progress",
    flags: [partner, statusOf(({ lists }) => lists.kyc.status?.values ?? []), ...listed],
    load: () => import("../command/kycSessions.ts")
  },
  {
    words: ["kyc", "show"],
    summary: "show a KYC session, and save the pictures of its documents",
    example: "quittance kyc show kyc_0199 --save-to ./documents",
    operands: [{ name: "ID", help: "of the session: kyc_…" }],
    flags: [
      {
        name: "--save-to",
        value: "DIR",
        help: "folder to write the pictures to, unencrypted, of a PDF each page; must be empty or not exist"
      },
      {
        name: "--originals",
        help: "with --save-to: PDFs as uploaded, instead of their pages; they may do harm when opened"
      },
      json
    ],
    load: () => import("../command/kycShow.ts")
  },
  {
    words: ["kyc", "history"],
    summary: "show what became of a KYC session, and who caused it",
    example: "quittance kyc history kyc_0199",
    operands: [{ name: "ID", help: "of the session: kyc_…" }],
    flags: [partnerOf("a session"), json],
    load: async () => ({ run: (await import("../command/histories.ts")).kycHistory })
  },
  {
    words: ["kyc", "decide"],
    summary: "decide the check of a KYC session",
    example: "quittance kyc decide kyc_0199 --as retry --reason document_unreadable",
    operands: [{ name: "ID", help: "of the session: kyc_…" }],
    flags: [
      {
        name: "--as",
        value: "OUTCOME",
        choices: ({ kycOutcomes }) => kycOutcomes,
        required: true,
        help: "completed: passed; failed: finally refused; retry: the person may try again"
      },
      {
        name: "--reason",
        value: "CODE,…",
        many: true,
        help: "why not, shown to the person and the partner; from the list below"
      },
      {
        name: "--comment",
        value: "TEXT",
        help: "with --reason other: internal note, kept until a redaction"
      },
      { name: "--by", value: "NAME", help: "who decided, stored with the session; default your user name" },
      json
    ],
    more: ({ reviewReasons }) =>
      `Reasons; the page explains them to the person. One that begins with a step asks for that step again:\n${wrapped(reviewReasons)}`,
    load: () => import("../command/kycDecide.ts")
  },
  {
    words: ["signature", "check"],
    summary: "check if images show genuine signatures; exit status 1 when one does not",
    example: "quittance signature check scan.png",
    operands: [
      {
        name: "FILE",
        many: true,
        help: "PNG, JPEG, GIF or WebP, at most 10 MiB each; - is the standard input"
      }
    ],
    flags: [json],
    load: () => import("../command/signatureCheck.ts")
  }
]
