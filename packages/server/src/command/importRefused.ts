import type {
  BatchFileMalformed,
  BatchRulesBroken,
  InvalidInput,
  ProviderMissing,
  StoreUnavailable
} from "@quittance/core"
import { Data } from "effect"
import type { UsageError } from "../cli/UsageError.ts"
import { usageErrorOf } from "./onStore.ts"

/** A file that was not imported, and the reason. */
export class ImportRefused extends Data.TaggedError("ImportRefused")<{ readonly message: string }> {}

type ImportFailure = BatchFileMalformed | BatchRulesBroken | InvalidInput | ProviderMissing | StoreUnavailable

/** A failed import in the terms of the command line. */
export const importRefused =
  (name: string) =>
  (failure: ImportFailure): ImportRefused | UsageError => {
    switch (failure._tag) {
      case "InvalidInput":
        return usageErrorOf({
          defaultRedirectUrl: "--default-redirect-url",
          defaultCancelUrl: "--default-cancel-url"
        })(failure)
      case "BatchFileMalformed":
        return new ImportRefused({ message: `${name}: ${failure.message}` })
      case "BatchRulesBroken":
        return new ImportRefused({
          message: `${name}: ${failure.message.replace("defaultCurrency", "--default-currency")}`
        })
      case "ProviderMissing":
        return new ImportRefused({ message: `${failure.message}: ${bringing(failure)}` })
      case "StoreUnavailable":
        return new ImportRefused({
          message:
            failure.outcome === "unknown"
              ? `the store does not answer, and it is not known whether ${name} was imported: check with quittance invoices export before you import it again: ${failure.reason}`
              : `the store does not answer, and nothing of ${name} was imported: ${failure.reason}`
        })
    }
  }

const bringing = ({ provider }: ProviderMissing): string =>
  provider === "Mailer"
    ? "set QUITTANCE_SMTP_URL, or provide a mailer in QUITTANCE_PROVIDERS"
    : "set an account under banks in the configuration file, or provide a bankRail in QUITTANCE_PROVIDERS"
