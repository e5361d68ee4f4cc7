import type { Layer } from "effect"
import type { BankTransfers } from "../concepts/bankPayment/BankTransfers.ts"
import type { ChainNetworks } from "../concepts/chain/ChainNetworks.ts"
import type { Pictures } from "../concepts/kyc/Pictures.ts"
import type { GivenSettings } from "../concepts/settings/Settings.ts"
import type { SignatureClassifier } from "../concepts/signature/SignatureClassifier.ts"
import type { WebhookTransport } from "../concepts/webhook/WebhookTransport.ts"
import type { BlobStore } from "../kernel/ports/BlobStore.ts"
import type { KeyService } from "../kernel/ports/KeyService.ts"
import type { Vault } from "../kernel/ports/Vault.ts"
import type { StorePorts } from "../store/StorePorts.ts"
import type { Providers } from "./Providers.ts"
import type { ChainServices } from "./withChains.ts"

/** What a deployment is made of: a store, a master key, the host's own providers, and adapters for the rest. */
export interface CreateQuittanceOptions<E> extends Providers {
  /** A storage adapter, such as `SqliteStore.layer({ filename, mode })`. */
  readonly store: Layer.Layer<StorePorts, E>
  /**
   * 32 bytes in base64 that seal all secrets. Keep it apart from the database. Give either this or a key
   * service.
   */
  readonly masterKey?: string | undefined
  /**
   * Holds the master key instead: `LocalKeyService.layer(key, previous)`, or one over a key management
   * service.
   */
  readonly keyService?: Layer.Layer<KeyService, unknown>
  /** Calls receivers of webhooks, such as `UndiciTransport.layer()`. Without it deliveries wait. */
  readonly webhookTransport?: Layer.Layer<WebhookTransport>
  /**
   * Stores the documents of KYC sessions, such as `FileBlobStore.layer({ directory })`; sealed with the
   * master key.
   */
  readonly blobStore?: Layer.Layer<BlobStore, unknown, Vault>
  /** Reads uploaded pictures, such as `SharpPictures.layer()`. */
  readonly pictures?: Layer.Layer<Pictures, unknown>
  /** Networks on which it acts by itself, such as `EvmNetworks.layer({ networks })`. */
  readonly chains?: Layer.Layer<ChainNetworks, unknown, ChainServices>
  /** Accounts that customers transfer money to, such as `TransferAccounts.layer({ main: { currency: "EUR", … } })`. */
  readonly transfers?: Layer.Layer<BankTransfers, unknown>
  /** Analyses images of handwritten signatures, such as `SignatureModel.layer()`. */
  readonly signatureClassifier?: Layer.Layer<SignatureClassifier, unknown>
  /**
   * Settings that differ from the defaults, merged deeply. Invalid settings are refused with `InvalidInput`,
   * which names every fault.
   */
  readonly settings?: GivenSettings
  /**
   * Provides a `Tracer` of Effect: then calls, commits, jobs and what is called outside have spans. Without it nothing
   * is traced. What a failure says is in its span, and may be what a client or a provider wrote.
   */
  readonly tracer?: Layer.Layer<never, unknown>
  /** Whether this process also does background work. Default: yes. */
  readonly workers?: boolean
}
