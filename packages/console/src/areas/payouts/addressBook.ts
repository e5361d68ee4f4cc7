import { html } from "@quittance/adapters-http/pages"
import type { RosterView } from "@quittance/core/adapter"
import { Effect } from "effect"
import { address, instant, text, word } from "../../look/Cell.ts"
import { actLink, actLinks, type Column, empty, facts, table } from "../../look/parts.ts"
import { actScreen } from "../../screen/actScreen.ts"
import { type Typed, textTyped } from "../../screen/FormField.ts"
import { pageScreen, type Screen } from "../../screen/Screen.ts"
import type { Seen } from "../../screen/Seen.ts"
import { actorNames } from "../../screen/story.ts"
import type { Words } from "../../words/Words.ts"
import type { ActorNamed } from "./payoutWords.ts"
import { changeActors, isOfBook, pendingSection } from "./pendingChanges.ts"

type Entry = RosterView["addressBook"][number]

const columns = (nameOf: ActorNamed, { payouts: said }: Words): ReadonlyArray<Column<Entry>> => [
  { title: said.label, cell: ({ label }) => text(label) },
  { title: said.network, cell: ({ network }) => word(network) },
  { title: said.address, cell: (entry) => address(entry.address) },
  { title: said.addedBy, cell: ({ by }) => text(nameOf(by)) },
  { title: said.holdsSince, cell: ({ holdsFrom }) => instant(holdsFrom) }
]

const bookPage = (words: Words): Screen => {
  const { payouts: said } = words
  return pageScreen({
    ...{ scope: "partner", path: "/payouts/addresses", operation: "rosters.get" },
    ...{ title: said.bookTitle, tab: said.bookTab },
    show: Effect.fnUntraced(function* (seen: Seen) {
      const { base, may, operations, partner } = seen
      const { addressBook, pending } = yield* operations.rosters.get(partner.id)
      const waiting = pending.filter(isOfBook)
      const actors = [...addressBook.map(({ by }) => by), ...changeActors(waiting)]
      const nameOf = yield* actorNames(seen, actors)
      const add = may("rosters.addAddress")
        ? [actLink(`${base}/payouts/addresses/add`, said.addAddress, "first")]
        : []
      const remove = (entry: Entry) =>
        actLink(
          `${base}/payouts/addresses/remove?${new URLSearchParams({ network: entry.network, address: entry.address })}`,
          said.removeAddress
        )
      return {
        body: html`${actLinks(add)}${pendingSection(waiting, nameOf, seen)}${
          addressBook.length === 0
            ? empty(said.emptyBook)
            : table(
                {
                  ...{ caption: said.bookTitle, columns: columns(nameOf, words), items: addressBook },
                  ...(may("rosters.removeAddress") && { more: remove })
                },
                seen
              )
        }`
      }
    })
  })
}

const place = (typed: Typed) => ({
  network: textTyped(typed, "network") ?? "",
  address: textTyped(typed, "address") ?? ""
})

const addScreen = (words: Words): Screen => {
  const { payouts: said } = words
  return actScreen({
    ...{ scope: "partner", path: "/payouts/addresses/add", operation: "rosters.addAddress" },
    ...{
      title: said.addAddress,
      verb: said.addAddress,
      reviewVerb: said.checkAddress,
      said: said.addressAdded
    },
    fields: ({ operations, partner }) =>
      Effect.map(operations.payouts.networks(partner.id), (networks) => [
        {
          ...{ name: "network", label: said.network, kind: "choice" },
          options: networks.map(({ label, name }) => [name, label])
        },
        { name: "address", label: said.address, lengthMax: 256 },
        { name: "label", label: said.label, lengthMax: 100 }
      ]),
    review: (seen, typed) =>
      Effect.succeed(
        facts(
          [
            [said.address, address(textTyped(typed, "address"))],
            [said.network, word(textTyped(typed, "network"))],
            [said.label, text(textTyped(typed, "label"))],
            [said.follows, text(said.addFollows)]
          ],
          seen
        )
      ),
    act: ({ operations, partner }, typed) =>
      Effect.as(
        operations.rosters.addAddress(partner.id, {
          ...place(typed),
          label: textTyped(typed, "label") ?? ""
        }),
        { to: "/payouts/addresses" }
      )
  })
}

const removeScreen = (words: Words): Screen => {
  const { payouts: said } = words
  return actScreen({
    ...{ scope: "partner", path: "/payouts/addresses/remove", operation: "rosters.removeAddress" },
    ...{ title: said.removeTitle, verb: said.removeVerb, said: said.addressRemoved, isFinal: true },
    fields: ({ query }) =>
      Effect.succeed(
        (["network", "address"] as const).map((name) => ({
          ...{ name, label: said[name], value: query.get(name) ?? "", isFixed: true }
        }))
      ),
    about: (seen) => Effect.succeed(facts([[said.follows, text(said.removeFollows)]], seen)),
    act: ({ operations, partner }, typed) =>
      Effect.as(operations.rosters.removeAddress(partner.id, place(typed)), { to: "/payouts/addresses" })
  })
}

/** The addresses that a partner knows: which hold, which wait, and the ways to change them. */
export const addressBookScreens = (words: Words): ReadonlyArray<Screen> => [
  bookPage(words),
  addScreen(words),
  removeScreen(words)
]
