import type { Pictures } from "@quittance/core/adapter"
import type { Layer } from "effect"
import { runSuite } from "../Suite.ts"
import { logoChecks } from "./logoChecks.ts"
import type { PicturesHarness } from "./PicturesHarness.ts"
import { pdfPageChecks } from "./pdfPageChecks.ts"
import { pictureCleanChecks } from "./pictureCleanChecks.ts"
import { pictureFactChecks } from "./pictureFactChecks.ts"
import { pictureRefusalChecks } from "./pictureRefusalChecks.ts"
import { watermarkChecks } from "./watermarkChecks.ts"

/**
 * Proves `Pictures` against the promises of its port. The answer shows the same picture and carries nothing else. What
 * is no whole picture, or too large, is refused. The facts are those of the picture. Of a PDF, only what its pages show
 * is left. A logo is small. A watermark is all over. Code makes all pictures and PDFs.
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
    { subject: "pages of PDFs", checks: pdfPageChecks(harness) },
    { subject: "logos", checks: logoChecks(harness) },
    { subject: "watermarks", checks: watermarkChecks(harness) }
  ])
