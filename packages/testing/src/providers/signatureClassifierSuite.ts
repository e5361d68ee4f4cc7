import type { SignatureClassifier } from "@quittance/core/adapter"
import type { Layer } from "effect"
import { runSuite } from "../Suite.ts"
import { signatureEvidenceChecks } from "./signatureEvidenceChecks.ts"
import { signatureRefusalChecks } from "./signatureRefusalChecks.ts"

/**
 * Proves a `SignatureClassifier` against the promises of its port: what it measures on drawings with known content, and
 * what it refuses. Whether it distinguishes signatures from other things is a matter of statistics, and not of this
 * suite.
 */
export const signatureClassifierSuite = (
  name: string,
  layer: Layer.Layer<SignatureClassifier, unknown>
): void =>
  runSuite(name, layer, [
    { subject: "evidence of images", checks: signatureEvidenceChecks },
    { subject: "images refused", checks: signatureRefusalChecks }
  ])
