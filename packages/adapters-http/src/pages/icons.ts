/**
 * The line drawings of the pages. All are decoration: hidden from assistive technology, coloured by `currentColor`,
 * and without the `style` attributes that the content security policy forbids.
 */
import type { KycStep } from "@quittance/core/adapter"
import type { BankPaymentStage } from "./BankPaymentView.ts"
import type { PaymentStatus } from "./CryptoPaymentView.ts"
import { type Html, html, raw } from "./Html.ts"
import type { VerificationStage } from "./VerificationView.ts"

const drawing = (paths: string): Html =>
  html`<svg class="icon" viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">${raw(paths)}</svg>`

const clock = drawing('<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3 2"/>')
const blocks = drawing(
  '<path d="M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M5.6 18.4l2.2-2.2M16.2 7.8l2.2-2.2"/>'
)
const check = drawing('<path d="m5 12.5 4.5 4.5L19 7.5"/>')
const cross = drawing('<path d="M6.5 6.5l11 11M17.5 6.5l-11 11"/>')
const half = drawing('<circle cx="12" cy="12" r="9"/><path d="M12 7.5v5.5M12 16.5v.01"/>')

const phone = drawing('<rect x="7" y="2.5" width="10" height="19" rx="2.5"/><path d="M11 18h2"/>')

export const warningIcon = drawing('<path d="M12 4 2.8 19.5h18.4z"/><path d="M12 10v4.5M12 17v.01"/>')
export const missingIcon = drawing('<circle cx="11" cy="11" r="7"/><path d="m16.2 16.2 4.3 4.3"/>')
export const failureIcon = half
export const copyIcon = drawing(
  '<rect x="9" y="9" width="11" height="11" rx="2"/><path d="M5 15V6a2 2 0 0 1 2-2h8"/>'
)

export const statusIcon: Readonly<Record<PaymentStatus, Html>> = {
  pending: clock,
  confirming: blocks,
  paid: check,
  expired: clock,
  underpaid: half,
  cancelled: cross
}

export const stageIcon: Readonly<Record<BankPaymentStage, Html>> = {
  choosing: clock,
  contacting: blocks,
  awaiting: phone,
  waiting: phone,
  transferring: clock,
  declined: cross,
  paid: check,
  takenBack: warningIcon,
  expired: clock,
  cancelled: cross
}

const card = drawing(
  '<rect x="2.5" y="5" width="19" height="14" rx="2.5"/><circle cx="8.5" cy="10.75" r="1.75"/><path d="M5.75 15.5c.4-1.4 1.4-2 2.75-2s2.35.6 2.75 2M14.5 10h4M14.5 14h4"/>'
)
const cardBack = drawing(
  '<rect x="2.5" y="5" width="19" height="14" rx="2.5"/><path d="M2.5 9h19M5.75 12.5h7M5.75 15.5h11"/>'
)
const person = drawing('<circle cx="12" cy="8.25" r="4"/><path d="M4.5 20.5c.9-4 3.7-6 7.5-6s6.6 2 7.5 6"/>')
const letter = drawing('<path d="M6 2.75h8.5L19 7.25v14H6z"/><path d="M14 3v4.75h4.75M9 12h7M9 16h7"/>')
const again = drawing('<path d="M19.5 12a7.5 7.5 0 1 1-2.3-5.4"/><path d="M19.75 3v4.25H15.5"/>')

export const stepIcon: Readonly<Record<KycStep, Html>> = {
  document: card,
  document_back: cardBack,
  selfie: person,
  proof_of_address: letter
}

/** Of the stages that ask for no step. */
export const verificationIcon: Readonly<Record<Exclude<VerificationStage, "asking">, Html>> = {
  retrying: again,
  checking: blocks,
  verified: check,
  refused: cross,
  expired: clock
}

export const takenIcon = check
export const cameraIcon = drawing(
  '<path d="M4.5 7.5h3l1.75-2.75h5.5L16.5 7.5h3a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-15a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2z"/><circle cx="12" cy="13.25" r="3.5"/>'
)
export const fileIcon = letter
export const lockIcon = drawing(
  '<rect x="5" y="10.5" width="14" height="10" rx="2.5"/><path d="M8 10.5V8a4 4 0 0 1 8 0v2.5"/>'
)
