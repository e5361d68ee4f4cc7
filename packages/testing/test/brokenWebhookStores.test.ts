import { Store, WebhookReader } from "@quittance/core/adapter"
import { storeChecks } from "@quittance/testing"
import { Effect, Option } from "effect"
import {
  answering,
  asking,
  changed,
  keeping,
  landingFirst,
  losing,
  noticed,
  reversed,
  writing
} from "./BrokenStore.ts"

/**
 * The suites of webhooks can fail: each store here breaks one promise, and the check of that promise must die on it.
 */

const c = storeChecks
const deliveries = c["webhook deliveries"]
const endpoints = c["webhook endpoints"]

noticed({
  "posts a message before it checks the rest": [
    landingFirst("outbox"),
    c.outbox["a refused commit posts nothing"],
    c.outbox["a message is fanned out together with its deliveries or not at all"],
    c.commits["a commit with a taken claim leaves nothing"],
    c.commits["a commit with a lost lease leaves nothing"]
  ],
  "forgets the outbox": [
    losing("outbox"),
    c.outbox["a message waits from the commit of its event on, fanned out to nobody"]
  ],
  "fans out what was posted to be kept": [
    writing((commit) => ({
      outbox: commit.outbox.map((change) =>
        change._tag === "Posted" ? { ...change, fanOut: "queued" } : change
      )
    })),
    c.outbox["a message that was posted to be kept never waits"]
  ],
  "takes a message for told when it was told to some": [
    writing((commit) => ({
      outbox: commit.outbox.map((change) =>
        change._tag === "FannedOut" ? { ...change, through: "all" } : change
      )
    })),
    c.outbox["a message waits on while it is fanned out, and remembers how far"],
    c["retention of webhooks"]["a message that waits to be fanned out stays"]
  ],
  "gives every waiting message": [
    asking(WebhookReader, "waiting", (partnerId) => [partnerId, 1_000]),
    c.outbox["waiting messages come in the order of ids, as many as are asked for"]
  ],
  "forgets what was attempted before the last time": [
    keeping("WebhookDelivery", (state) => ({ ...state, earlierAttempts: [] })),
    deliveries["what is due has its earlier attempts; a list leaves them out"],
    deliveries["every state is read as it was inserted, and as it was updated"]
  ],
  "calls a delivery due before its instant": [
    asking(WebhookReader, "due", (partnerId, id, _, limit) => [
      partnerId,
      id,
      Number.MAX_SAFE_INTEGER,
      limit
    ]),
    deliveries["nothing is due before its instant, and no more comes than was asked for"],
    deliveries["only what is pending is due"]
  ],
  "gives more due deliveries than were asked for": [
    asking(WebhookReader, "due", (partnerId, id, now) => [partnerId, id, now, 1_000]),
    deliveries["nothing is due before its instant, and no more comes than was asked for"]
  ],
  "gives what is due in no order": [
    answering(WebhookReader, "due", reversed),
    deliveries["due comes with its version, the earliest first, then in the order of ids"]
  ],
  "writes a body anew": [
    answering(WebhookReader, "due", (all) =>
      all.map((each) => ({ ...each, body: JSON.stringify(JSON.parse(each.body), null, 1) }))
    ),
    deliveries["every delivery that is due has the body of its message, to the byte"]
  ],
  "overlooks pending deliveries": [
    answering(
      WebhookReader,
      "nextDueAt",
      Option.filter((at) => at % 2 === 1)
    ),
    deliveries["the next due instant is that of the earliest pending delivery, due or not"]
  ],
  "gives the deliveries of events in no order": [
    answering(WebhookReader, "deliveriesOf", reversed),
    c["deliveries of events"][
      "deliveries are found by their events, the newest first, without earlier attempts, and as many as are asked for"
    ]
  ],
  "counts what is finished to what waits": [
    answering(WebhookReader, "backlog", (found) => new Map([...found].map(([id, count]) => [id, count + 1]))),
    deliveries["the backlog of a partner is what is pending, by endpoint"]
  ],
  "lands those of many deliveries that are not stale": [
    changed(Store, (inner) => ({
      commit: (commit) =>
        Effect.forEach(
          commit.aggregates.length === 0 ? [[]] : commit.aggregates.map((write) => [write]),
          (aggregates, index) =>
            inner.commit(
              index === 0
                ? { ...commit, aggregates }
                : { ...commit, aggregates, outbox: [], claims: [], counters: [] }
            ),
          { discard: true }
        )
    })),
    deliveries["one stale version among many refuses the whole commit, wherever it stands"]
  ],
  "listens for families that nobody asked for": [
    changed(WebhookReader, () => ({ listeners: () => Effect.succeed({ endpoints: true, subscribers: [] }) })),
    endpoints["a family listens as long as one of its endpoints is enabled"]
  ],
  "counts endpoints that their partners disabled": [
    writing((commit) => ({
      aggregates: commit.aggregates.map((write) =>
        write._tag === "WebhookEndpoint" && write.state._tag === "disabled"
          ? { ...write, state: { ...write.state, cause: "gone" } }
          : write
      )
    })),
    endpoints[
      "endpoints of all partners, but for those of KYC sessions, count while receivers or failures disabled them"
    ]
  ]
})
