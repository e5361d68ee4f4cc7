import type { ServeConfiguration } from "../../configuration/ServeConfiguration.ts"
import { type Finding, note, ok } from "./Finding.ts"

/** The accounts that customers transfer money to. What is wrong with one is a fault of the configuration. */
export const accountFinding = ({
  accounts,
  file,
  mode,
  providers
}: Pick<ServeConfiguration, "accounts" | "file" | "mode" | "providers">): Finding => {
  const named = Object.entries(accounts).map(([name, { currency }]) => `${name} (${currency})`)
  const invented = Object.keys(accounts).filter((name) => !file.says("banks", name))
  if (named.length > 0 && invented.length === 0)
    return ok("bank accounts", `${named.join(", ")}; their money is booked from their statements only.`)
  if (mode === "sandbox")
    return ok("bank accounts", `${named.join(", ")}; the sandbox invents ${invented.join(", ")}.`)
  return providers === undefined
    ? note("bank accounts", "none are configured, and there is no bank rail: fiat invoices answer 503.")
    : ok(
        "bank accounts",
        "none are configured; fiat invoices are paid through a bankRail of QUITTANCE_PROVIDERS."
      )
}
