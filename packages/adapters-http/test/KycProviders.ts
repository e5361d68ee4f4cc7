import { MemoryBlobStore, Pictures } from "@quittance/core/adapter"
import { Effect, Layer } from "effect"
import { pagesOfPdf } from "./pagesOfPdf.ts"

/** What a session needs beside its checker, for tests in which nobody shows a picture. */
export const kycProviders = Layer.merge(
  MemoryBlobStore.layer,
  Layer.succeed(Pictures, {
    clean: () => Effect.die("no picture is shown here"),
    logo: () => Effect.die("no logo is shown here"),
    watermarked: () => Effect.die("no picture is shown here"),
    pages: pagesOfPdf
  })
)

/** The least that a step takes as a document which is no picture. */
export const pdf = new TextEncoder().encode("%PDF-1.7\nan identity card\n%%EOF\n")
