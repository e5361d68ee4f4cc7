import { Layer, Result } from "effect"
import { type InputIssue, InvalidInput } from "../kernel/input/Input.ts"
import { type Names, unknownNames } from "../kernel/input/Options.ts"
import type { CreateQuittanceOptions } from "./CreateQuittanceOptions.ts"
import type { KycCheckerPromises } from "./KycCheckerPromises.ts"
import type {
  BankRailPromises,
  DepositAddressesPromises,
  MailerPromises,
  PayoutProcessorPromises
} from "./Providers.ts"

const known: Names<CreateQuittanceOptions<unknown>> = {
  store: true,
  masterKey: true,
  keyService: true,
  webhookTransport: true,
  blobStore: true,
  pictures: true,
  chains: true,
  signatureClassifier: true,
  settings: true,
  workers: true,
  payoutProcessor: true,
  depositAddresses: true,
  bankRail: true,
  mailer: true,
  kycChecker: true
}

const layers = [
  ["keyService", "LocalKeyService.layer(key)"],
  ["webhookTransport", "UndiciTransport.layer()"],
  ["blobStore", "FileBlobStore.layer({ directory })"],
  ["pictures", "SharpPictures.layer()"],
  ["chains", "EvmNetworks.layer({ networks })"],
  ["signatureClassifier", "SignatureModel.layer()"]
] as const

/** What each provider must be able to do. What else an object of the host can do is its own affair. */
const providers = {
  payoutProcessor: { submit: true, lookup: true, abandon: true } satisfies Names<
    Omit<PayoutProcessorPromises, "networks" | "transfersSince">
  >,
  depositAddresses: { derive: true, transfers: true } satisfies Names<
    Omit<DepositAddressesPromises, "networks">
  >,
  bankRail: { banks: true, start: true, lookup: true } satisfies Names<BankRailPromises>,
  mailer: { send: true } satisfies Names<MailerPromises>,
  kycChecker: { open: true, lookup: true } satisfies Names<KycCheckerPromises>
} as const

const fault = (field: string, message: string): InputIssue => ({ field, code: "invalid_type", message })

const providerFaults = (name: keyof typeof providers, given: unknown): ReadonlyArray<InputIssue> => {
  if (given === undefined || (name === "kycChecker" && given === "manualReview")) return []
  if (typeof given !== "object" || given === null)
    return [
      fault(
        name,
        `must be an object with ${Object.keys(providers[name]).join(", ")}${name === "kycChecker" ? ', or "manualReview"' : ""}`
      )
    ]
  return Object.keys(providers[name])
    .filter((method) => typeof Reflect.get(given, method) !== "function")
    .map((method) => fault(`${name}.${method}`, "must be a function that returns a Promise"))
}

/** What is wrong with the options of a host, which may have no types. Settings are checked by their own schema. */
export const checkOptions = (given: unknown): Result.Result<void, InvalidInput> => {
  const option = (name: string): unknown =>
    typeof given === "object" && given !== null ? Reflect.get(given, name) : undefined
  const issues = [
    ...unknownNames<CreateQuittanceOptions<unknown>>(given, known),
    ...(Layer.isLayer(option("store"))
      ? []
      : [fault("store", 'must be a layer, such as SqliteStore.layer({ filename, mode: "sandbox" })')]),
    ...layers.flatMap(([name, example]) =>
      option(name) === undefined || Layer.isLayer(option(name))
        ? []
        : [fault(name, `must be a layer, such as ${example}`)]
    ),
    ...(["string", "undefined"].includes(typeof option("masterKey"))
      ? []
      : [fault("masterKey", "must be a text: 32 bytes in base64")]),
    ...(["boolean", "undefined"].includes(typeof option("workers"))
      ? []
      : [fault("workers", "must be true or false")]),
    ...Object.keys(providers).flatMap((name) => providerFaults(name as keyof typeof providers, option(name)))
  ]
  return issues.length === 0
    ? Result.succeed(undefined)
    : Result.fail(InvalidInput.ofAll(issues, (issue) => issue))
}
