import { Effect } from "effect"
import { type ApiKeyRequest, ApiKeys } from "../../concepts/partner/ApiKeys.ts"
import type { PartnerTerms } from "../../concepts/partner/Partner.ts"
import { Partners } from "../../concepts/partner/Partners.ts"
import { Signatures } from "../../concepts/signature/Signatures.ts"
import type { Given } from "../../kernel/setting/Setting.ts"
import { Worker } from "../../kernel/work/Worker.ts"
import { Auditor } from "../../store/audit/Auditor.ts"

/** Operations of the deployment's operator: partners and their keys, background work, the books. */
export const makeOperatorOperations = Effect.gen(function* () {
  const partners = yield* Partners
  const keys = yield* ApiKeys
  const worker = yield* Worker
  const auditor = yield* Auditor
  const signatures = yield* Signatures

  /**
   * Decides whether an image (PNG, JPEG, GIF or WebP, at most 10 MB) shows a genuine handwritten signature,
   * and if not, why. Needs a `signatureClassifier`. Rejects other files with `SignatureImageRefused`. Nothing
   * of the image is stored.
   */
  const validateSignature = (bytes: Uint8Array) => signatures.validate(bytes)

  return {
    partners: {
      /** The partner of that name; created if there is none. */
      ensure: (name: string) => partners.ensure(name),
      /** Replaces the partner's terms. Invalid terms are refused with `InvalidInput`. */
      setTerms: (name: string, terms: Given<PartnerTerms>) => partners.setTerms(name, terms)
    },
    keys: {
      create: (input: ApiKeyRequest) => keys.create(input),
      revoke: (id: string) => keys.revoke(id)
    },
    signatures: { validate: validateSignature },
    validateSignature,
    /** Does everything that is due now; returns how many jobs ran. For hosts with `workers: false`, and tests. */
    drain: () => worker.drain,
    /** Checks the books of the whole store. */
    verifyLedger: () => auditor.verify
  }
})
