import { Effect } from "effect"
import type { PartnerTerms } from "../../concepts/partner/Partner.ts"
import { Partners } from "../../concepts/partner/Partners.ts"
import { Signatures } from "../../concepts/signature/Signatures.ts"
import type { Given } from "../../kernel/setting/Setting.ts"
import { Worker } from "../../kernel/work/Worker.ts"
import { Auditor } from "../../store/audit/Auditor.ts"

/** Operations of the deployment's operator: partners, background work, the books. */
export const makeOperatorOperations = Effect.gen(function* () {
  const partners = yield* Partners
  const worker = yield* Worker
  const auditor = yield* Auditor
  const signatures = yield* Signatures

  const validateSignature = (bytes: Uint8Array) => signatures.validate(bytes)

  return {
    partners: {
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
