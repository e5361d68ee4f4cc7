import { kycSession, type MemoryState, type WebhookMessage, WebhookReader } from "@quittance/core/adapter"
import { storeChecks } from "@quittance/testing"
import { Effect, Stream } from "effect"
import { start } from "../src/store/StoreSamples.ts"
import { auditingStates, changed, noticed } from "./BrokenStore.ts"

/**
 * The suites of what stands beside KYC sessions can fail: each store here breaks one promise about their messages,
 * their endpoints or their audit, and the check of that promise must die on it.
 */

const c = storeChecks
const messages = c["messages about KYC sessions"]
const endpoints = c["webhook endpoints"]

/** A store that finds messages about a resource in another way than by the resource and its partner. */
const findingMessages = (
  find: (
    all: ReadonlyArray<WebhookMessage>,
    search: Parameters<WebhookReader["Service"]["messagesAbout"]>,
    state: MemoryState
  ) => ReadonlyArray<WebhookMessage>
) =>
  changed(WebhookReader, (_, state) => ({
    messagesAbout: (...search) =>
      Effect.sync(() =>
        find([...state.webhookMessages.values()], search, state)
          .map(({ id }) => id)
          .sort()
      )
  }))

const isAbout = ({ body }: WebhookMessage, resourceId: string): boolean =>
  body.includes(`"id":"${resourceId}","other"`)

noticed({
  "finds messages by any mention of a session": [
    findingMessages((all, [partnerId, resourceId]) =>
      all.filter(({ body, partnerId: owner }) => owner === partnerId && body.includes(resourceId))
    ),
    messages[
      "messages are found by the session that they are about, of whatever instant, in the order of ids"
    ]
  ],
  "finds messages of one instant": [
    findingMessages((all, [partnerId, resourceId]) =>
      all.filter(
        (message) =>
          message.partnerId === partnerId && isAbout(message, resourceId) && message.createdAt === start
      )
    ),
    messages[
      "messages are found by the session that they are about, of whatever instant, in the order of ids"
    ]
  ],
  "finds messages of any partner": [
    findingMessages((all, [, resourceId]) => all.filter((message) => isAbout(message, resourceId))),
    messages["another partner's messages are not found"]
  ],
  "finds messages only in the outbox": [
    findingMessages((all, [partnerId, resourceId], { outbox }) =>
      all.filter(
        (message) => message.partnerId === partnerId && isAbout(message, resourceId) && outbox.has(message.id)
      )
    ),
    messages["a message is found from its commit until it is erased, whatever it waits for"],
    messages["a message for one receiver is found although it was never in the outbox"]
  ],
  "counts disabled endpoints of KYC sessions": [
    changed(WebhookReader, (_, state) => ({
      disabledCount: Effect.sync(
        () =>
          [...state.aggregates.WebhookEndpoint.values()].filter(
            ({ state: endpoint }) => endpoint._tag === "disabled" && endpoint.cause !== "partner"
          ).length
      )
    })),
    endpoints[
      "endpoints of all partners, but for those of KYC sessions, count while receivers or failures disabled them"
    ]
  ],
  "audits no KYC sessions": [
    auditingStates(kycSession, () => Stream.empty),
    c.audit["a snapshot has every KYC session, in every state"]
  ]
})
