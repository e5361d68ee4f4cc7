import type {
  DisablingCause,
  RegisteredEndpoint,
  RetiringSecret,
  WebhookFamily,
  WebhookTarget
} from "@quittance/core"
import { Option } from "effect"
import type { AggregateRows } from "./AggregateRows.ts"
import { integer, nullable, optionalInteger, type Row, text } from "./columns.ts"

/** A webhook endpoint as a row of `webhook_endpoints`; its events are JSON. */
export const webhookEndpointOf = (row: Row): RegisteredEndpoint => {
  const registered = {
    order: {
      id: text(row, "id"),
      partnerId: text(row, "partner_id"),
      family: text(row, "family") as WebhookFamily,
      createdAt: integer(row, "created_at")
    },
    target: { url: text(row, "url"), events: JSON.parse(text(row, "events")) as WebhookTarget["events"] },
    sealedSecret: text(row, "sealed_secret"),
    retiring: retiringOf(row),
    failingSince: optionalInteger(row, "failing_since"),
    updatedAt: integer(row, "updated_at")
  }
  const _tag = text(row, "state") as RegisteredEndpoint["_tag"]
  return _tag === "disabled"
    ? { _tag, ...registered, cause: text(row, "cause") as DisablingCause }
    : { _tag, ...registered }
}

const retiringOf = (row: Row): Option.Option<RetiringSecret> =>
  row.retiring_secret === null
    ? Option.none()
    : Option.some({ sealedSecret: text(row, "retiring_secret"), signsUntil: integer(row, "signs_until") })

const insertWebhookEndpointSql = `INSERT INTO webhook_endpoints (partner_id, id, version, family, created_at, state,
  url, events, sealed_secret, retiring_secret, signs_until, failing_since, cause, updated_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

const webhookEndpointColumns = (endpoint: RegisteredEndpoint, version: number): ReadonlyArray<unknown> => {
  const { order } = endpoint
  return [order.partnerId, order.id, version, order.family, order.createdAt, ...stateColumns(endpoint)]
}

const changeWebhookEndpointSql = `UPDATE webhook_endpoints SET version = version + 1, state = ?, url = ?, events = ?,
  sealed_secret = ?, retiring_secret = ?, signs_until = ?, failing_since = ?, cause = ?, updated_at = ?
  WHERE partner_id = ? AND id = ? AND version = ?`

const changeWebhookEndpointColumns = (
  endpoint: RegisteredEndpoint,
  version: number
): ReadonlyArray<unknown> => [...stateColumns(endpoint), endpoint.order.partnerId, endpoint.order.id, version]

const stateColumns = (endpoint: RegisteredEndpoint): ReadonlyArray<unknown> => {
  const retiring = Option.getOrUndefined(endpoint.retiring)
  return [
    endpoint._tag,
    endpoint.target.url,
    JSON.stringify(endpoint.target.events),
    endpoint.sealedSecret,
    retiring?.sealedSecret ?? null,
    retiring?.signsUntil ?? null,
    nullable(endpoint.failingSince),
    endpoint._tag === "disabled" ? endpoint.cause : null,
    endpoint.updatedAt
  ]
}

export const webhookEndpointRows: AggregateRows<RegisteredEndpoint> = {
  table: "webhook_endpoints",
  insertSql: insertWebhookEndpointSql,
  columns: webhookEndpointColumns,
  undigested: ["sealed_secret", "retiring_secret"],
  change: { sql: changeWebhookEndpointSql, columns: changeWebhookEndpointColumns }
}
