import { Effect } from "effect"
import { type ApiKeyRequest, ApiKeys } from "../../concepts/partner/ApiKeys.ts"
import type { PartnerTerms } from "../../concepts/partner/Partner.ts"
import { Partners } from "../../concepts/partner/Partners.ts"
import { partnerView } from "../../concepts/partner/PartnerView.ts"
import { termsView } from "../../concepts/partner/TermsView.ts"
import { Settings } from "../../concepts/settings/Settings.ts"
import { Signatures } from "../../concepts/signature/Signatures.ts"
import type { Given } from "../../kernel/setting/Setting.ts"
import { Worker } from "../../kernel/work/Worker.ts"
import { Auditor } from "../../store/audit/Auditor.ts"
import { firstPage, pageShownAs } from "./shown.ts"

/** Operations of the deployment's operator: partners and their keys, background work, the books. */
export const makeOperatorOperations = Effect.gen(function* () {
  const settings = yield* Settings
  const partners = yield* Partners
  const keys = yield* ApiKeys
  const worker = yield* Worker
  const auditor = yield* Auditor
  const signatures = yield* Signatures

  const validateSignature = (bytes: Uint8Array) => signatures.validate(bytes)

  return {
    partners: {
      list: (page = firstPage) => pageShownAs(page, partners.page, partnerView),
      get: (id: string) =>
        Effect.map(partners.byId(id), (found) => ({
          ...partnerView(found),
          terms: termsView(settings, found.terms)
        })),
      ensure: (name: string) => partners.ensure(name),
      setTerms: (name: string, terms: Given<PartnerTerms>) => partners.setTerms(name, terms)
    },
    keys: {
      create: (input: ApiKeyRequest) => keys.create(input),
      revoke: (id: string) => keys.revoke(id)
    },
    signatures: {
      validate: validateSignature
    },
    validateSignature,
    drain: () => worker.drain,
    verifyLedger: () => auditor.verify
  }
})
