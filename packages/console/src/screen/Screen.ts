import type { Html } from "@quittance/adapters-http/pages"
import { type OperationName, permissionOf } from "@quittance/core/adapter"
import type { Effect, Stream } from "effect"
import type { Words } from "../words/Words.ts"
import { type OfSeen, pieceFor } from "./OfSeen.ts"
import type { ScreenFailure, Seen } from "./Seen.ts"

/** Whose a screen is: below `/p/{partner}`, `/operator`, or the console itself. */
export type Scope = "partner" | "operator" | "person"

/** What is shown inside the frame. */
export interface Shown {
  /** Where the browser goes at once instead: a path. */
  readonly to?: string
  /** By default 200. */
  readonly status?: number | undefined
  /** By default the screen's. */
  readonly title?: string
  readonly body: Html
  /** What is worth telling when it changes: the page is then shown anew without being asked. */
  readonly live?: { readonly shown: string; readonly announcement: string }
}

/** What the form of a screen proves anew, if anything. */
export const provenBy = ({ operation, proves }: Pick<Screen, "operation" | "proves">): string | undefined =>
  proves ?? (operation !== null && permissionOf.get(operation)?.stepUp === true ? operation : undefined)

/** The same with its title, whatever made it. */
export type PageShown = Shown & { readonly title: string }

/** What a form led to: a path below the base of its scope, where what was done is told; or a page. */
export type Sent = { readonly to: string } | Omit<Shown, "to">

/** The fields of a form as they were sent. */
export interface SentForm {
  readonly fields: { readonly [name: string]: unknown }
  /** Names the form: it is done once, however often it is sent. */
  readonly nonce: string
}

/** A page of an area: a list, an act, or anything else. `listScreen`, `actScreen` and `pageScreen` make them. */
export interface Screen {
  readonly kind: "list" | "act" | "page"
  readonly scope: Scope
  /** Below the base of its scope, with parameters in braces. */
  readonly path: string
  /** What is called here, whose permission says who comes here; `null` for all who are signed in. */
  readonly operation: OperationName | null
  readonly title: string
  /** What the tab of its area says; without one it is reached from other screens. */
  readonly tab?: string
  readonly show: (seen: Seen) => Effect.Effect<Shown, ScreenFailure>
  /** What its form proves anew; by default the operation, if its permission asks for that. */
  readonly proves?: string
  /** How much waits there, which the navigation tells on every page; it must be quick. */
  readonly waiting?: (seen: Seen) => Effect.Effect<number, ScreenFailure>
  /** What its form answers is shown once, and never again. */
  readonly isOnce?: true
  /** What is told where its form led. */
  readonly said?: string
  /** Elsewhere it is not there. */
  readonly isForSandbox?: true
  readonly send?: (seen: Seen, form: SentForm) => Effect.Effect<Sent, ScreenFailure>
  /** The whole list as a file. */
  readonly csv?: (seen: Seen) => Effect.Effect<Stream.Stream<string, ScreenFailure>, ScreenFailure>
}

/** What every screen says of itself: it is a partner's unless it says otherwise. */
export type ScreenHead = Pick<Screen, "path" | "operation" | "title" | "tab"> & Partial<Pick<Screen, "scope">>

/** A screen of any content. */
export const pageScreen = (
  definition: ScreenHead & Pick<Screen, "csv" | "waiting"> & { readonly show: OfSeen<Shown> }
): Screen => ({
  ...{ scope: "partner", ...definition, kind: "page" },
  show: (seen) => pieceFor(definition.show, seen)
})

/** Screens of an area, which say what its words say. */
export const screensOf =
  <Area extends keyof Words>(
    area: Area,
    screens: (said: Words[Area], words: Words) => ReadonlyArray<Screen>
  ) =>
  (words: Words): ReadonlyArray<Screen> =>
    screens(words[area], words)
