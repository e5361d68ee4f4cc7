import { Effect } from "effect"
import type { Partner, PartnerTerms } from "../../concepts/partner/Partner.ts"
import { Partners } from "../../concepts/partner/Partners.ts"
import { type PartnerView, partnerView } from "../../concepts/partner/PartnerView.ts"
import { partnerTermsOf } from "../../concepts/partner/partnerTerms.ts"
import { type TermsView, termsView } from "../../concepts/partner/TermsView.ts"
import { Settings } from "../../concepts/settings/Settings.ts"
import { Signatures } from "../../concepts/signature/Signatures.ts"
import type { Given } from "../../kernel/setting/Setting.ts"
import { Worker } from "../../kernel/work/Worker.ts"
import { Auditor } from "../../store/audit/Auditor.ts"
import { firstPage, pageShownAs } from "./shown.ts"

/** A partner with its terms. */
export interface PartnerDetailView extends PartnerView {
  readonly terms: TermsView
}

/** Terms as people write them, such as `{ invoiceFee: { percent: 1.5 } }`: those of the deployment are left out. */
export interface WrittenTerms {
  readonly [term: string]: unknown
}

/** Operations of the deployment's operator: partners, background work, the books. */
export const makeOperatorOperations = Effect.gen(function* () {
  const settings = yield* Settings
  const partners = yield* Partners
  const worker = yield* Worker
  const auditor = yield* Auditor
  const signatures = yield* Signatures

  const detail = (found: Partner): PartnerDetailView => ({
    ...partnerView(found),
    terms: termsView(settings, found.terms)
  })
  const termsIn = (written: WrittenTerms) => Effect.fromResult(partnerTermsOf(written, settings, "written"))

  const validateSignature = (bytes: Uint8Array) => signatures.validate(bytes)

  return {
    partners: {
      list: (page = firstPage) => pageShownAs(page, partners.page, partnerView),
      get: (nameOrId: string) => Effect.map(partners.find(nameOrId), detail),
      termsAfter: (id: string, written: WrittenTerms) =>
        Effect.zipWith(partners.find(id), termsIn(written), (found, terms) => detail({ ...found, terms })),
      replaceTerms: (id: string, written: WrittenTerms) =>
        Effect.map(
          Effect.flatMap(termsIn(written), (terms) => partners.setTerms(id, terms)),
          detail
        ),
      ensure: (name: string) => partners.ensure(name),
      setTerms: (name: string, terms: Given<PartnerTerms>) => partners.setTerms(name, terms)
    },
    signatures: {
      validate: validateSignature
    },
    validateSignature,
    drain: () => worker.drain,
    verifyLedger: () => auditor.verify
  }
})
