import { FileBlobStore } from "@quittance/adapters-files"
import type { BlobStore, Vault } from "@quittance/core/adapter"
import type { Decoding } from "@quittance/decoding"
import { Effect, Layer } from "effect"
import type { StoreConfiguration } from "../configuration/StoreConfiguration.ts"
import { StartRefused } from "./StartRefused.ts"

/** Stores the documents of KYC sessions. An unusable place refuses the start. */
export const documentsLayer = ({
  documents
}: Pick<StoreConfiguration, "documents">): Layer.Layer<BlobStore, StartRefused, Vault> => {
  switch (documents._tag) {
    case "folder":
      return FileBlobStore.layer({ directory: documents.directory }).pipe(
        Layer.catchTag("FileBlobStoreRefused", documentsRefused)
      )
    case "bucket": {
      const { _tag, ...options } = documents
      return Layer.unwrap(
        // Most deployments need no AWS client, so it is loaded only here.
        Effect.map(
          Effect.promise(() => import("@quittance/adapters-s3")),
          ({ S3BlobStore }) =>
            S3BlobStore.layer(options).pipe(Layer.catchTag("S3BlobStoreRefused", documentsRefused))
        )
      )
    }
  }
}

const documentsRefused = ({ message }: { readonly message: string }) =>
  Layer.effectContext<BlobStore, StartRefused, never>(
    new StartRefused({ message: `QUITTANCE_DOCUMENTS: ${message}` })
  )

/**
 * Reads pictures. If sharp cannot run, everything else still works: KYC sessions answer 503, and the log says
 * why.
 */
export const picturesLayer: Layer.Layer<never, never, Decoding> = Layer.unwrap(
  Effect.map(
    Effect.promise(() => import("@quittance/adapters-sharp")),
    ({ SharpPictures }) =>
      SharpPictures.layerNoDeps().pipe(
        Layer.catchTag("SharpMissing", ({ message }) =>
          Layer.effectDiscard(Effect.logWarning(`KYC sessions answer 503: ${message}`))
        )
      )
  )
) as Layer.Layer<never, never, Decoding>
