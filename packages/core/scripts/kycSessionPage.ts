import {
  type KycSessionCommand,
  type KycSessionState,
  kycSessionTransitions
} from "../src/concepts/kyc/KycSession.ts"
import type { MachinePage } from "./renderMachine.ts"

export const kycSessionPage: MachinePage<KycSessionState["_tag"], KycSessionCommand["_tag"]> = {
  title: "KYC session",
  source: "packages/core/src/concepts/kyc/KycSession.ts",
  around: [
    "The person uploads on the page that `verificationUrl` leads to. The worker of `kyc.check` asks the checker, and then polls",
    "the state of the check in case the checker does not report by itself: after a quarter of the check's age, within bounds. A",
    "callback of the host is faster: `refresh` asks the checker at once and trusts only its answer, `confirm` accepts the answer",
    "of a checker that the host has authenticated. An operator's decision answers a check like a checker's, and is recorded with",
    "its author. Of several answers the first stands. The public status is pending for `pending`, in_progress for `collecting`,",
    "`submitted`, `opening`, `unknown` and `checking`, and the state's own name for the others. `kyc.completed` or `kyc.failed`",
    "announces the end, in the commit that reaches it."
  ].join("\n"),
  initial: "absent",
  transitions: kycSessionTransitions,
  states: {
    absent: "There is no such session.",
    pending:
      "Waits for its first document. Creation leads here, with the job that records the expiry in the same commit. The person's first upload leads on, a refused picture beyond the free ones, or the clock. A crash changes nothing: the job is still due, and reads are right without it.",
    collecting:
      "Waits for the person: a step is missing, or was refused and must be repeated. An upload or a retryable refusal leads here; the last missing step, a refused picture that costs the last attempt, or the clock leads on. A crash between a document and the commit that mentions it leaves a document without an owner, which is deleted after the session's end (`kyc.erase`).",
    submitted:
      "Everything was shown, and the checker was not asked. The last step leads here, with the job that asks the checker in the same commit; that job's worker leads on, or an operator or a sandbox that decides before it. After a crash the job is still due.",
    opening:
      "The intent to ask the checker is committed. The worker leads here under its lease; the checker's answer leads on. A crash leaves it here, and the next worker treats the answer as lost and looks it up.",
    unknown:
      "The answer was lost (`lost` says how), so it is not known whether the checker has the check. The worker leads here; a lookup leads on. The checker is asked again only when the lookup finds nothing. A crash changes nothing: the job is due again. After an hour of silence each lost answer raises an alert.",
    checking:
      "The checker or a reviewer is working on it. The checker's answer leads here; the verdict leads on, from a lookup, a callback or an operator. A lookup that fails leads back to `unknown`. A crash changes nothing: the job is due again.",
    completed:
      "The check passed. The verdict leads here, in the commit that announces it. A redaction keeps it here; later answers change nothing.",
    failed:
      "The check refused finally: at once, or at the third attempt; or pictures were refused until no attempt was left. The verdict or the picture leads here, in the commit that announces it. A redaction keeps it here; later answers change nothing.",
    expired:
      "The time was up while it waited for its person, a refusal came when the time was up, or it was redacted before its end. The job `kyc.expire`, the verdict or the redaction leads here, in the commit that announces it. A crash before that leaves the job due."
  },
  commands: {
    Create: "Create the session. Given by the partner.",
    Submit:
      "A document of the next step. Given by the person who holds the link; refused for another step, and from the instant of the expiry on.",
    RefusePicture:
      "A picture that was refused when it was shown: it cannot be made out, or was shown before. Given by the upload. Counted; beyond the free ones it counts as an attempt, and the last attempt fails the session.",
    TakeBack:
      "Ask for the front again, because the person has another document than the one whose back is asked for. Given by the person who holds the link. Counts as a free picture, and is refused when none is left.",
    WaiveDocuments: "Take the missing steps without documents. Given by a sandbox in place of the person.",
    OpenCheck: "Commit the intent to ask the checker.",
    NoteRunning: "The checker has the check and has not decided.",
    LoseAnswer: "No answer came, or an unclear one.",
    Answer:
      "The verdict of a check, by its number: passed, refused with another try, or refused for good. Given by the worker, a callback of the host, an operator or a sandbox. A refusal counts as an attempt, and its reasons say which steps must be repeated: all, if they name none. Changes nothing for an earlier check and after the end; refused for a check that was not requested.",
    Expire:
      "Let the clock decide. Given by the worker of `kyc.expire`; before the instant, and while a check runs, it changes nothing.",
    Look: "Note that somebody is about to be shown documents: whose, the event says by its actor. Given by a person of the partner or an operator; refused where a document is not there any more.",
    Redact:
      "Erase all personal data and destroy the documents; an unfinished session expires first. Given by the partner, or by the worker of `kyc.retain` when the time to keep it is over."
  }
}
