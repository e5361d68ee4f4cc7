import { Result } from "effect"
import { InvalidInput } from "../kernel/input/Input.ts"
import { type OptionRules, optionIssues } from "../kernel/input/Options.ts"
import { option } from "../kernel/input/option.ts"
import type { CreateQuittanceOptions } from "./CreateQuittanceOptions.ts"
import type { KycCheckerPromises } from "./KycCheckerPromises.ts"
import type {
  BankRailPromises,
  DepositAddressesPromises,
  MailerPromises,
  PayoutProcessorPromises
} from "./Providers.ts"

const { able, checkedElsewhere, either, flag, layer, oneOf, optional } = option

const rules: OptionRules<CreateQuittanceOptions<unknown>> = {
  store: layer('SqliteStore.layer({ filename, mode: "sandbox" })'),
  masterKey: (value, path) =>
    ["string", "undefined"].includes(typeof value)
      ? []
      : [{ field: path, code: "invalid_type", message: "must be a text: 32 bytes in base64" }],
  keyService: optional(layer("LocalKeyService.layer(key)")),
  webhookTransport: optional(layer("UndiciTransport.layer()")),
  blobStore: optional(layer("FileBlobStore.layer({ directory })")),
  pictures: optional(layer("SharpPictures.layer()")),
  chains: optional(layer("EvmNetworks.layer({ networks })")),
  transfers: optional(layer('TransferAccounts.layer({ main: { currency: "EUR", iban } })')),
  signatureClassifier: optional(layer("SignatureModel.layer()")),
  tracer: optional(layer("Layer.succeed(Tracer.Tracer, tracer)")),
  // They have a schema of their own.
  settings: checkedElsewhere,
  workers: optional(flag),
  payoutProcessor: optional(
    able<Omit<PayoutProcessorPromises, "networks" | "transfersSince">>({
      submit: true,
      lookup: true,
      abandon: true
    })
  ),
  depositAddresses: optional(
    able<Omit<DepositAddressesPromises, "networks">>({ derive: true, transfers: true })
  ),
  bankRail: optional(able<BankRailPromises>({ banks: true, start: true, lookup: true })),
  mailer: optional(able<MailerPromises>({ send: true })),
  kycChecker: optional(either(oneOf("manualReview"), able<KycCheckerPromises>({ open: true, lookup: true })))
}

/** What is wrong with the options of a host, which may have no types. */
export const checkOptions = (given: unknown): Result.Result<void, InvalidInput> => {
  const issues = optionIssues(given, rules)
  return issues.length === 0
    ? Result.succeed(undefined)
    : Result.fail(InvalidInput.ofAll(issues, (issue) => issue))
}
