import type { BlobStore, Vault } from "@quittance/core"
import { FileBlobStore } from "@quittance/adapters-files"
import { Effect, Layer } from "effect"
import type { StoreConfiguration } from "../configuration/StoreConfiguration.ts"
import { StartRefused } from "./StartRefused.ts"

/** Stores the documents of KYC sessions. An unusable folder refuses the start. */
export const documentsLayer = ({
  documents
}: Pick<StoreConfiguration, "documents">): Layer.Layer<BlobStore, StartRefused, Vault> =>
  FileBlobStore.layer({ directory: documents }).pipe(
    Layer.catchTag("FileBlobStoreRefused", ({ message }) =>
      Layer.effectContext<BlobStore, StartRefused, never>(
        new StartRefused({ message: `QUITTANCE_DOCUMENTS: ${message}` })
      )
    )
  )

/**
 * Reads pictures. If sharp cannot run, everything else still works: KYC sessions answer 503, and the log says
 * why.
 */
export const picturesLayer: Layer.Layer<never> = Layer.unwrap(
  Effect.map(
    Effect.promise(() => import("@quittance/adapters-sharp")),
    ({ SharpPictures }) =>
      SharpPictures.layer().pipe(
        Layer.catchTag("SharpMissing", ({ message }) =>
          Layer.effectDiscard(Effect.logWarning(`KYC sessions answer 503: ${message}`))
        )
      )
  )
) as Layer.Layer<never>
