import { type EvmNetwork, EvmNetworks } from "@quittance/adapters-evm"
import { FileBlobStore } from "@quittance/adapters-files"
import {
  type FetchHandlerOptions,
  fetchHandler,
  HttpApp,
  type HttpAppOptions,
  makeFetchHandler,
  NodeServer,
  type NodeServerOptions
} from "@quittance/adapters-http"
import { PostgresStore, type PostgresStoreOptions } from "@quittance/adapters-postgres"
import { S3BlobStore } from "@quittance/adapters-s3"
import { SharpPictures } from "@quittance/adapters-sharp"
import {
  NodePasswords,
  type NodePasswordsOptions,
  type SignInOptions,
  signInServices
} from "@quittance/adapters-signin"
import { SmtpMailer, type SmtpMailerOptions } from "@quittance/adapters-smtp"
import { SqliteStore, type SqliteStoreOptions } from "@quittance/adapters-sqlite"
import { type TronNetwork, TronNetworks } from "@quittance/adapters-tron"
import { UndiciTransport, type UndiciTransportOptions } from "@quittance/adapters-webhooks"
import { type ClientOptions, createClient } from "@quittance/client"
import { type CreateQuittanceOptions, createQuittance, MemoryStore } from "@quittance/core"
import { Decoding, type DecodingOptions } from "@quittance/decoding"
import { SignatureModel } from "@quittance/ml-signature"
import { type VerifyWebhookOptions, verifyWebhook } from "@quittance/webhook-receiver"
import { Effect, Layer, ManagedRuntime } from "effect"

/** What puts a part of a deployment together, or a program that speaks to one. */
export interface Constructor {
  /** The package and the name in it. */
  readonly name: string
  /** What stands before the path of an option in a refusal. */
  readonly within: string
  /** Every option, each with a value that may be given. */
  readonly complete: object
  /** The paths without which it is refused. */
  readonly required: ReadonlyArray<string>
  readonly make: (options: never) => unknown
}

const constructor = <Options>(
  name: string,
  within: string,
  complete: { readonly [Name in keyof Required<Options>]: unknown },
  required: ReadonlyArray<string>,
  make: (options: Options) => unknown
): Constructor => ({ name, within, complete, required, make })

const noLayer = Layer.empty
const call = () => undefined
const bucket = { perSecond: 1, capacity: 1 }
const address = "0x52908400098527886E0F7030069857D2E4169EE7"
const tronAddress = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"
const signer = { accounts: async () => [], sign: async () => "" }

const httpApp: { readonly [Name in keyof Required<HttpAppOptions>]: unknown } = {
  trustedProxies: ["10.0.0.0/8"],
  rateLimits: "on",
  listensOn: "loopback",
  limits: { reads: bucket, payouts: bucket },
  workers: "here",
  docs: "on",
  console: "on",
  metricsToken: "token",
  processes: { own: "one", others: Effect.succeed(new Map()) },
  signatureOrigins: ["https://shop.example"],
  explorers: { tron: "https://explorer.example.com/tx/" },
  requestLog: { answeredPerSecond: 1, refusedPerSecond: 0 }
}

const evm: { readonly [Name in keyof Required<EvmNetwork>]: unknown } = {
  name: "polygon",
  rpcUrls: ["https://node.example"],
  agreeing: 1,
  chainId: 137,
  token: { address, decimals: 6 },
  confirmations: 1,
  finality: "finalized",
  treasury: address,
  sweep: { minimumMinor: 1n, maxFeeWei: 1n },
  signer: { url: "http://127.0.0.1:9000" },
  maxPayoutMinor: 1n,
  maxPayoutPerHourMinor: 1n,
  maxPayoutPerDayMinor: 1n,
  minCoinWei: 1n,
  minTokenMinor: 1n
}

const tron: { readonly [Name in keyof Required<TronNetwork>]: unknown } = {
  name: "tron",
  rpcUrls: ["https://node.example", "https://other.example"],
  apiKey: "key",
  agreeing: 1,
  chainId: 1,
  token: { address: tronAddress, decimals: 6 },
  confirmations: 1,
  finality: 19,
  treasury: tronAddress,
  sweep: { minimumMinor: 1n, maxFeeSun: 1n },
  energy: "burn",
  signer,
  maxPayoutMinor: 1n,
  maxPayoutPerHourMinor: 1n,
  maxPayoutPerDayMinor: 1n,
  minCoinSun: 1n,
  minTokenMinor: 1n
}

const ofNetwork = ["name", "rpcUrls", "chainId", "token", "confirmations", "finality", "treasury"]
const within = (list: ReadonlyArray<string>) => list.map((name) => `networks.0.${name}`)

/** It has nothing: what is wrong with options is told before. */
const noRuntime = ManagedRuntime.make(Layer.empty) as never

const pictures = { secondsMax: 1, pdfSecondsMax: 1 }
const signatures = { decoder: "auto", secondsMax: 1 }
const masterKey = Buffer.alloc(32, 7).toString("base64")

/** Every constructor of the packages, and the one of the core. */
export const constructors: ReadonlyArray<Constructor> = [
  constructor<CreateQuittanceOptions<never>>(
    "core createQuittance",
    "",
    {
      store: MemoryStore.layer,
      masterKey,
      keyService: noLayer,
      webhookTransport: noLayer,
      blobStore: noLayer,
      pictures: noLayer,
      chains: noLayer,
      transfers: noLayer,
      signatureClassifier: noLayer,
      settings: {},
      tracer: noLayer,
      workers: false,
      payoutProcessor: { submit: call, lookup: call, abandon: call },
      depositAddresses: { derive: call, transfers: call },
      bankRail: { banks: call, start: call, lookup: call },
      mailer: { send: call },
      kycChecker: { open: call, lookup: call }
    },
    ["store"],
    createQuittance
  ),
  constructor<SqliteStoreOptions>(
    "adapters-sqlite SqliteStore.layer",
    "SqliteStore",
    {
      filename: "store.db",
      mode: "sandbox",
      readonly: true,
      upgrades: true,
      acceptMoved: true,
      groupWeightMax: 512,
      busyMillisMax: 0,
      maxFileBytes: 1
    },
    ["filename", "mode"],
    SqliteStore.layer
  ),
  constructor<PostgresStoreOptions>(
    "adapters-postgres PostgresStore.layer",
    "PostgresStore",
    {
      url: "postgresql://localhost/quittance",
      mode: "live",
      readonly: true,
      upgrades: true,
      markFile: "store.mark",
      copyOf: "a store",
      readersMax: 1,
      writersMax: 1,
      answerMillisMax: 1,
      idleMillisMax: 1,
      readPlans: "free",
      groupWeightMax: 1,
      lanes: 1,
      partners: "one"
    },
    ["url", "mode"],
    PostgresStore.layer
  ),
  constructor<FileBlobStore.FileBlobStoreOptions>(
    "adapters-files FileBlobStore.layer",
    "FileBlobStore",
    { directory: "documents" },
    ["directory"],
    FileBlobStore.layer
  ),
  constructor<S3BlobStore.S3BlobStoreOptions>(
    "adapters-s3 S3BlobStore.layer",
    "S3BlobStore",
    {
      bucket: "documents",
      prefix: "",
      region: "eu-central-1",
      endpoint: "https://s3.example",
      addressing: "path",
      patience: { requestMillis: 1, totalMillis: 1, pauseMillis: 0 }
    },
    ["bucket", "region"],
    S3BlobStore.layer
  ),
  constructor<SharpPictures.SharpPicturesOptions>(
    "adapters-sharp SharpPictures.layerNoDeps",
    "SharpPictures",
    pictures,
    [],
    SharpPictures.layerNoDeps
  ),
  constructor<SharpPictures.OwnProcessesOptions>(
    "adapters-sharp SharpPictures.layer",
    "SharpPictures",
    { ...pictures, concurrency: 1, waitingMax: 0 },
    [],
    SharpPictures.layer
  ),
  constructor<SignatureModel.SignatureModelOptions>(
    "ml-signature SignatureModel.layerNoDeps",
    "SignatureModel",
    signatures,
    [],
    SignatureModel.layerNoDeps
  ),
  constructor<SignatureModel.OwnProcessesOptions>(
    "ml-signature SignatureModel.layer",
    "SignatureModel",
    { ...signatures, workers: 1, waitingMax: 0 },
    [],
    SignatureModel.layer
  ),
  constructor<DecodingOptions>(
    "decoding Decoding.layer",
    "Decoding",
    { processes: 1, waitingMax: 0, waitSecondsMax: 1, memoryMegabytesMax: 1, idleSeconds: 1 },
    [],
    Decoding.layer
  ),
  constructor<UndiciTransportOptions>(
    "adapters-webhooks UndiciTransport.layer",
    "UndiciTransport",
    { allowLoopback: true, connectMillisMax: 1, answerMillisMax: 1, addressCallsMax: 1, resolve: call },
    [],
    UndiciTransport.layer
  ),
  constructor<SmtpMailerOptions>(
    "adapters-smtp SmtpMailer.layer",
    "SmtpMailer",
    { url: "smtps://mail.example", from: "pay@shop.example", timeoutMillis: 1, connectionsMax: 1 },
    ["url", "from"],
    SmtpMailer.layer
  ),
  constructor<NodePasswordsOptions>(
    "adapters-signin NodePasswords.layer",
    "NodePasswords",
    { algorithm: "scrypt", concurrency: 1, waitingMax: 0 },
    [],
    NodePasswords.layer
  ),
  constructor<SignInOptions>(
    "adapters-signin signInServices",
    "signInServices",
    { consoleUrl: "https://pay.example", passwords: { concurrency: 1 } },
    ["consoleUrl"],
    signInServices
  ),
  constructor<EvmNetworks.EvmNetworksOptions>(
    "adapters-evm EvmNetworks.layer",
    "EvmNetworks",
    { networks: [evm], fetch: call },
    ["networks", ...within(ofNetwork)],
    EvmNetworks.layer
  ),
  constructor<EvmNetwork>(
    "adapters-evm EvmNetworks.acting",
    "EvmNetworks.acting",
    { ...evm, signer },
    ofNetwork,
    (network) => EvmNetworks.acting(network)
  ),
  constructor<TronNetworks.TronNetworksOptions>(
    "adapters-tron TronNetworks.layer",
    "TronNetworks",
    { networks: [tron], fetch: call },
    ["networks", ...within([...ofNetwork, "energy"])],
    TronNetworks.layer
  ),
  constructor<TronNetwork>(
    "adapters-tron TronNetworks.acting",
    "TronNetworks.acting",
    tron,
    [...ofNetwork, "energy"],
    (network) => TronNetworks.acting(network)
  ),
  constructor<HttpAppOptions>("adapters-http HttpApp.layer", "HttpApp", httpApp, [], HttpApp.layer),
  constructor<HttpAppOptions & FetchHandlerOptions>(
    "adapters-http fetchHandler",
    "fetchHandler",
    { ...httpApp, remoteAddress: call },
    [],
    (options) => fetchHandler(noRuntime, options)
  ),
  constructor<FetchHandlerOptions>(
    "adapters-http makeFetchHandler",
    "makeFetchHandler",
    { remoteAddress: call },
    [],
    makeFetchHandler
  ),
  constructor<NodeServerOptions>(
    "adapters-http NodeServer.layer",
    "NodeServer",
    {
      port: 0,
      host: "127.0.0.1",
      shutdownMillis: 0,
      idleGraceMillis: 0,
      headersMillis: 1,
      requestMillis: 1,
      keepAliveMillis: 1,
      writeMillis: 1,
      closeMillis: 1,
      connectionsMax: 1,
      heldBytesMax: 1,
      trustedProxies: ["10.0.0.0/8"],
      processes: 1
    },
    ["port", "host"],
    NodeServer.layer
  ),
  constructor<ClientOptions>(
    "client createClient",
    "",
    {
      baseUrl: "https://pay.example",
      publicKey: "pk_test_a",
      secret: "sk_test_a",
      crypto: { baseUrl: "https://pay.example", publicKey: "pk_test_a", secret: "sk_test_a" },
      fiat: { secret: "sk_test_a" },
      transit: { secret: "sk_test_a" },
      signature: { baseUrl: "https://pay.example" },
      sandbox: { secret: "sk_test_a" },
      bind: "none",
      timeoutMillis: 1,
      retryMax: 0,
      fetch: call,
      platform: { now: call, after: call, random: call, newKey: call }
    },
    ["baseUrl"],
    createClient
  ),
  constructor<VerifyWebhookOptions>(
    "webhook-receiver verifyWebhook",
    "",
    { toleranceSeconds: 0, now: call },
    [],
    (options) => verifyWebhook("{}", {}, "whsec_none", options)
  )
]

/** The other functions of the entrances. None of them holds options for as long as a deployment runs. */
export const others: { readonly [packageName: string]: ReadonlyArray<string> } = {
  "adapters-bank-transfer": [
    "BankAccount",
    "NamedAccounts",
    // Accounts have a schema of their own.
    "TransferAccounts.layer",
    "TransferAccounts.of",
    "camtText",
    "clientBankFile",
    "csvFile",
    "mt940File",
    "readStatement",
    "transferInstructions",
    "windows1251Bytes"
  ],
  "adapters-evm": [
    "Rpc.make",
    "Rpc.layer",
    "actingNetworks",
    "depositAddress",
    "deterministicDeployment",
    "digestSigner",
    "extendedKeyAddresses",
    "factoryContracts",
    "httpFetch",
    "makeChainWatcher",
    "publicKeyAddress",
    "readNodeUrl",
    "saltWord",
    "sweepCall"
  ],
  "adapters-http": [
    "clientAddress",
    "emptyResponse",
    "headerOf",
    "jsonResponse",
    "makeReadinessLook",
    "nodeListener",
    "recordResponse",
    "spooled",
    "successResponse",
    "textResponse",
    "upTo"
  ],
  "adapters-postgres": ["StoreTarget.open", "distributeStore", "readerGrants", "roleMade", "workerGrants"],
  "adapters-signin": [
    "bodyBytesMaxOf",
    "consolePath",
    "decidePayout",
    "makeConsoleHandlerWith",
    "messageOf",
    "nonceOf",
    "signedIn",
    "statusOf",
    "wantedAct"
  ],
  "adapters-sqlite": ["StoreSource.upgrade", "StoreSource.open", "backupStore", "restoreStore"],
  "adapters-tron": ["addressOfHex", "depositAddress", "digestSigner", "extendedKeyAddresses", "hexOfAddress"],
  client: ["afterLoss", "isStale", "verifyWebhook"],
  decoding: ["decoderBeside"],
  "ml-signature": ["validateSignature"],
  "webhook-receiver": ["isStale"]
}
