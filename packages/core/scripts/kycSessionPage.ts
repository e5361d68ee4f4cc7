import { type KycSessionCommand, type KycSessionState, kycSessionTransitions } from "../src/kyc/KycSession.ts"
import type { MachinePage } from "./renderMachine.ts"

export const kycSessionPage: MachinePage<KycSessionState["_tag"], KycSessionCommand["_tag"]> = {
  title: "KYC session",
  source: "packages/core/src/kyc/KycSession.ts",
  summary: [
    "An identity verification: a person shows something in each step on the page that `verificationUrl` leads to, and a checker",
    "says whether it is enough. The worker of `kyc.check` asks the checker, and goes on asking how the check stands in case that",
    "the checker does not report by itself: after a quarter of the check's age, within bounds. A callback of the host is faster:",
    "`refresh` asks the checker at once and believes only its answer, `confirm` takes the word of a checker that the host has",
    "proven. An operator's decision answers a check like any checker does, and is recorded with who decided. Of several answers",
    "the first stands. The public status is pending for `pending`, in_progress for `collecting`, `submitted`, `opening`,",
    "`unknown` and `checking`, and the state's own name for the others. The expiry holds at its instant for a session that waits",
    "for its person: a read or decision made at `expiresAt` or later sees an expired session, even if nobody recorded it. One",
    "whose check runs does not expire; it ends with the answer. An end is told by `kyc.completed` or `kyc.failed`, in the commit",
    "that reaches it."
  ].join("\n"),
  initial: "absent",
  transitions: kycSessionTransitions,
  states: {
    absent: "There is no such session.",
    pending:
      "Waits for its first document. Creation leads here, with the job that records the expiry in the same commit. The person's first upload leads on, or the clock. A crash changes nothing: the job is still due, and reads are right without it.",
    collecting:
      "Waits for the person: a step is missing, or was refused and is asked for again. An upload or a retryable refusal leads here; the last missing step, or the clock, leads on. A crash between a document and the commit that mentions it leaves a document that belongs to nobody and is swept after the session's end (`kyc.erase`).",
    submitted:
      "Everything was shown, and the checker was not asked. The last step leads here, with the job that asks the checker in the same commit; that job's worker leads on, or an operator or a sandbox that decides before it. After a crash the job is still due.",
    opening:
      "The intent to ask the checker is committed. The worker leads here under its lease; the checker's answer leads on. A crash leaves it here, and the next worker treats the answer as lost and looks it up.",
    unknown:
      "The answer was lost (`lost` says how), so the checker may or may not have the check. The worker leads here; a lookup leads on. The checker is asked again only when the lookup finds nothing. A crash changes nothing: the job is due again. After an hour of silence each lost answer raises an alert.",
    checking:
      "The checker, or a person who reviews, is at it. The checker's answer leads here; the verdict leads on, told at a lookup, by a callback or by an operator. A lookup that fails leads back to `unknown`. A crash changes nothing: the job is due again.",
    completed:
      "The check passed. The verdict leads here, in the commit that tells it. A redaction keeps it here; later answers change nothing.",
    failed:
      "The check refused for good: at once, or for the third time. The verdict leads here, in the commit that tells it. A redaction keeps it here; later answers change nothing.",
    expired:
      "The time was up while it waited for its person, a refusal came when the time was up, or it was redacted before its end. The job `kyc.expire`, the verdict or the redaction leads here, in the commit that tells it. A crash before that leaves the job due."
  },
  commands: {
    Create: "Create the session. Given by the partner.",
    Submit:
      "A document of the next step. Given by the person who holds the link; refused for another step, and from the instant of the expiry on.",
    WaiveDocuments:
      "Take the steps that are missing without documents. Given by a sandbox that stands in for the person.",
    OpenCheck: "Commit the intent to ask the checker.",
    NoteRunning: "The checker has the check and has not decided.",
    LoseAnswer: "No answer came, or an unclear one.",
    Answer:
      "The verdict of a check, by its number: passed, refused with another try, or refused for good. Given by the worker, a callback of the host, an operator or a sandbox. A refusal counts as an attempt, and its reasons say which steps are asked for again: all, where they name none. Changes nothing for an earlier check and after the end; refused for a check that was not asked for.",
    Expire:
      "Let the clock decide. Given by the worker of `kyc.expire`; before the instant, and while a check runs, it changes nothing.",
    Redact:
      "Empty everything personal and destroy the documents; what is not finished expires first. Given by the partner, or by the worker of `kyc.retain` when the time to keep it is over."
  }
}
