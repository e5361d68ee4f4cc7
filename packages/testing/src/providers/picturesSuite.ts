import type { Pictures } from "@quittance/core/adapter"
import type { Layer } from "effect"
import { runSuite } from "../Suite.ts"
import type { PicturesHarness } from "./PicturesHarness.ts"
import { pdfPageChecks } from "./pdfPageChecks.ts"
import { pictureCleanChecks } from "./pictureCleanChecks.ts"
import { pictureFactChecks } from "./pictureFactChecks.ts"
import { pictureRefusalChecks } from "./pictureRefusalChecks.ts"

/**
 * Proves `Pictures` against the promises of its port: what is answered shows the same and carries nothing else, what is
 * no whole picture or too large is refused, the facts are those of the picture, and of a PDF nothing is left but what
 * its pages show. Its pictures and PDFs are made by code.
 */
export const picturesSuite = <R>(
  name: string,
  layer: Layer.Layer<Pictures | R, unknown>,
  harness: PicturesHarness<R>
): void =>
  runSuite<Pictures | R>(name, layer, [
    { subject: "pictures made anew", checks: pictureCleanChecks(harness) },
    { subject: "pictures refused", checks: pictureRefusalChecks(harness) },
    { subject: "facts of pictures", checks: pictureFactChecks(harness) },
    { subject: "pages of PDFs", checks: pdfPageChecks(harness) }
  ])
