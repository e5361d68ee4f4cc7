import { randomBytes } from "node:crypto"
import type { Api } from "./Api.ts"
import type { Receivers } from "./outside/Receivers.ts"
import type { Key, Partner } from "./Partner.ts"
import type { Servers } from "./Servers.ts"

const families = {
  crypto: "crypto:read,crypto:write,payouts:write",
  fiat: "payments:read,payments:write,webhooks:write",
  transit: "transit:read,transit:write"
} as const

export const newMasterKey = (): string => randomBytes(32).toString("base64")

/** What each partner has to begin with; the last one lives on what its customers pay. */
const beginnings = [
  { name: "north", bind: "none", funds: 50_000_000 },
  { name: "south", bind: "idempotency", funds: 50_000_000 },
  { name: "east", bind: "none", funds: 50_000_000 },
  { name: "poor", bind: "idempotency", funds: 500 }
] as const

export const fund = async (servers: Servers, name: string, amount: number): Promise<void> => {
  const { complaint, output, status } = await servers.command(
    "balance",
    "adjust",
    "--partner",
    name,
    "--amount",
    String(amount),
    "--reason",
    "funds of the soak"
  )
  if (status !== 0) throw new Error(`quittance balance adjust ended with ${status}: ${complaint}${output}`)
}

/** Partners, their keys and their money. */
export const makePartners = async (servers: Servers): Promise<ReadonlyArray<Partner>> => {
  const partners: Array<Partner> = []
  for (const { bind, funds, name } of beginnings) {
    const key = async (scopes: string, ...more: ReadonlyArray<string>): Promise<Key> => {
      const { complaint, output, status } = await servers.command(
        "keys",
        "create",
        "--partner",
        name,
        "--scopes",
        scopes,
        ...more,
        "--json"
      )
      if (status !== 0) throw new Error(`quittance keys create ended with ${status}: ${complaint}${output}`)
      return { ...JSON.parse(output), bind }
    }
    partners.push({
      name,
      crypto: await key(families.crypto, "--bind", bind),
      fiat: await key(families.fiat),
      transit: await key(families.transit)
    })
    await fund(servers, name, funds)
  }
  return partners
}

/** Each partner has a webhook for its account and one for fiat invoices. */
export const registerWebhooks = async (
  api: Api,
  receivers: Receivers,
  partners: ReadonlyArray<Partner>
): Promise<void> => {
  for (const partner of partners) {
    const account = `/account/${partner.name}`
    const set = await api.send({
      partner,
      family: "transit",
      method: "PUT",
      path: "/v1/webhook",
      body: JSON.stringify({ url: `https://account.soak.example${account}` })
    })
    const fiat = `/fiat/${partner.name}`
    const made = await api.send({
      partner,
      family: "fiat",
      method: "POST",
      path: "/api/v1/webhooks",
      body: JSON.stringify({
        url: `https://fiat.soak.example${fiat}`,
        events: ["invoice.created", "invoice.paid", "invoice.expired"]
      })
    })
    if (set.status !== 200 || made.status !== 201) {
      throw new Error(`webhooks of ${partner.name} were refused: ${JSON.stringify([set, made])}`)
    }
    receivers.expect(account, set.body.webhook.secret)
    receivers.expect(fiat, made.body.secret)
  }
}
