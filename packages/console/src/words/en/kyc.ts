export const kyc = {
  area: "KYC desk",
  lists: {
    queue: {
      title: "Verifications to decide",
      tab: "To decide",
      empty: "No verification waits for a decision."
    },
    all: {
      title: "All verifications",
      tab: "All verifications",
      empty: "There are no verifications yet. Your program creates one, and sends the person its link."
    }
  },
  session: "Verification",
  partner: "Partner",
  status: "Status",
  level: "Level",
  attempts: "Refused attempts",
  waitingSince: "Waits since",
  created: "Created",
  expires: "Open until",
  redacted: "Erased",
  reasons: "Reasons",
  comment: "Note",
  metadata: "Your data about the person",
  link: "Link for the person",
  levels: { basic: "Basic", advanced: "Advanced" },
  document: "Document",
  documentIs: "Document, as the person says",
  kinds: {
    passport: "Passport",
    identity_card: "Identity card",
    driving_licence: "Driving licence",
    residence_permit: "Residence permit"
  },
  file: "File",
  uploaded: "Uploaded",
  noDocuments: "There are no documents: none was uploaded yet, or they were erased.",
  pages: (count: number) => (count === 1 ? "1 page" : `${count} pages`),
  page: (step: string, page: number, of: number) => (of === 1 ? step : `${step}, page ${page} of ${of}`),
  steps: {
    document: "Identity document",
    document_back: "Back of the document",
    selfie: "Selfie",
    proof_of_address: "Proof of address"
  },
  showing: { title: "Documents", verb: "Show the documents", said: "Show the documents" },
  showAbout:
    "Your name and the instant will be written all over the pictures, and that you looked stays in the timeline. They are shown once: whoever looks again proves it again.",
  shownTo: "These pictures carry your name. Close the page when you have decided.",
  decide: "Decide",
  deciding: {
    title: "Decide a verification",
    reviewVerb: "Check the decision",
    said: "The decision was recorded, and your program is told of it."
  },
  outcome: "Decision",
  outcomes: {
    completed: "Verified: the person is who they say",
    retry: "Ask again: the person may repeat what is named below",
    failed: "Refused: the person may not try again"
  },
  verbs: { completed: "Verify the person", retry: "Ask the person again", failed: "Refuse the person" },
  choose: "Choose",
  hints: {
    reasons: "The person and your program are told these. Nothing is needed for a verified person.",
    comment: "For your own people, with the reason “Something else”. It is erased with the session."
  },
  outcomeMissing: "is required: choose one",
  reasonMissing: "must name at least one: the person is told why",
  reasonTooMany: "are for a refusal only: tick none for a verified person",
  reason: {
    document_unreadable: "Document: cannot be read",
    document_incomplete: "Document: not all of it is shown",
    document_expired: "Document: has expired",
    document_unsupported: "Document: of a kind that is not accepted",
    document_back_unreadable: "Back of the document: cannot be read",
    document_back_incomplete: "Back of the document: not all of it is shown",
    document_back_mismatch: "Back of the document: of another document",
    selfie_unclear: "Selfie: the face cannot be seen well",
    selfie_mismatch: "Selfie: not the person of the document",
    proof_of_address_unreadable: "Proof of address: cannot be read",
    proof_of_address_outdated: "Proof of address: too old",
    proof_of_address_mismatch: "Proof of address: of another person or address",
    suspected_fraud: "Suspected fraud",
    other: "Something else"
  } as { readonly [reason: string]: string },
  redact: "Erase documents and personal data",
  redacting: {
    title: "Erase a verification",
    verb: "Erase for ever",
    said: "The documents and all personal data were erased."
  },
  redactAbout:
    "The documents and everything personal of this verification are destroyed, and nobody can bring them back. That there was one, and how it ended, stays. One that is not finished expires.",
  nowIs: (status: string) => `This verification is now: ${status}.`,
  events: {
    session_created: "Created",
    document_submitted: "A document was uploaded",
    picture_refused: "A picture was refused at once",
    document_taken_back: "The person has another document",
    documents_waived: "Went on without documents (sandbox)",
    check_started: "The check began",
    answer_lost: "The checker's answer is missing",
    check_refused: "Refused: the person may try again",
    "kyc.completed": "Verified",
    "kyc.failed": "Not verified",
    documents_viewed: "Looked at the documents",
    session_redacted: "Documents and personal data erased"
  }
}
