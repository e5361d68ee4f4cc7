import { html } from "@quittance/adapters-http/pages"
import { Effect } from "effect"
import { address, instant, text, word } from "../../look/Cell.ts"
import { actLink, actLinks, empty, table } from "../../look/parts.ts"
import { actFor, actScreen } from "../../screen/actScreen.ts"
import { textTyped } from "../../screen/FormField.ts"
import { labelled } from "../../screen/labelled.ts"
import { pageScreen, screensOf } from "../../screen/Screen.ts"
import { actorNames } from "../../screen/story.ts"
import { changeActors, isOfBook, pendingSection } from "./pendingChanges.ts"

/** The addresses that a partner knows: which hold, which wait, and the ways to change them. */
export const addressBook = screensOf("payouts", (said) => [
  pageScreen({
    ...{ path: "/payouts/addresses", operation: "rosters.get", ...said.pages.book },
    show: Effect.fnUntraced(function* (seen) {
      const { may, operations, partner, path } = seen
      const { addressBook: items, pending } = yield* operations.rosters.get(partner.id)
      const waiting = pending.filter(isOfBook)
      const nameOf = yield* actorNames(seen, [...items.map(({ by }) => by), ...changeActors(waiting)])
      const add = actFor(seen, "rosters.addAddress", "/payouts/addresses/add", said.adding.title, "first")
      const book = table(seen, {
        ...{ caption: said.pages.book.title, items, none: empty(said.emptyBook) },
        columns: [
          { title: said.label, cell: ({ label }) => text(label) },
          { title: said.network, cell: ({ network }) => word(network) },
          { title: said.address, cell: (entry) => address(entry.address) },
          { title: said.addedBy, cell: ({ by }) => text(nameOf(by)) },
          { title: said.holdsSince, cell: ({ holdsFrom }) => instant(holdsFrom) }
        ],
        more: may("rosters.removeAddress")
          ? ({ address, network }) =>
              actLink(`${path}/remove?${new URLSearchParams({ network, address })}`, said.removeAddress)
          : undefined
      })
      return { body: html`${actLinks([add])}${pendingSection(waiting, nameOf, seen)}${book}` }
    })
  }),
  actScreen({
    ...{ path: "/payouts/addresses/add", operation: "rosters.addAddress", ...said.adding },
    fields: ({ operations, partner }) =>
      Effect.map(operations.payouts.networks(partner.id), (networks) =>
        labelled(said, [
          { name: "network", kind: "choice", options: networks.map(({ label, name }) => [name, label]) },
          { name: "address", lengthMax: 256 },
          { name: "label", lengthMax: 100 }
        ])
      ),
    review: (seen, typed) =>
      Effect.succeed([
        [said.address, address(textTyped(typed, "address"))],
        [said.network, word(textTyped(typed, "network"))],
        [said.label, text(textTyped(typed, "label"))],
        [seen.words.frame.follows, text(said.addFollows)]
      ]),
    call: ({ operations, partner }, input) => operations.rosters.addAddress(partner.id, input),
    to: "/payouts/addresses"
  }),
  actScreen({
    ...{ path: "/payouts/addresses/remove", operation: "rosters.removeAddress", ...said.removing },
    isFinal: true,
    fields: ({ query }) =>
      labelled(said, [
        { name: "network", value: query.get("network") ?? "", isFixed: true },
        { name: "address", value: query.get("address") ?? "", isFixed: true }
      ]),
    call: ({ operations, partner }, input) => operations.rosters.removeAddress(partner.id, input),
    to: "/payouts/addresses"
  })
])
