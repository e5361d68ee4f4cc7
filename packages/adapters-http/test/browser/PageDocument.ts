import { newElement, PageElement } from "./PageElement.ts"

type Listener = (event: { readonly type: string }) => void

/** Whatever is listened to: a document, a window. */
export class Listened {
  readonly #listeners: Array<readonly [type: string, listener: Listener]> = []

  readonly addEventListener = (type: string, listener: Listener): void => {
    this.#listeners.push([type, listener])
  }

  readonly dispatchEvent = (event: { readonly type: string }): void => {
    for (const [type, listener] of this.#listeners) if (type === event.type) listener(event)
  }
}

export class PageDocument extends PageElement {
  visibilityState = "visible"
  title = ""
  readonly #events = new Listened()
  readonly addEventListener = this.#events.addEventListener
  readonly dispatchEvent = this.#events.dispatchEvent
  readonly createElement = newElement

  get activeElement(): PageElement | null {
    return this.focused
  }

  get documentElement(): PageElement | null {
    return this.querySelector("html")
  }

  get body(): PageElement | null {
    return this.querySelector("body")
  }

  getElementById(id: string): PageElement | null {
    return this.querySelector(`#${id}`)
  }

  importNode(node: PageElement): PageElement {
    return node.copy()
  }

  adoptNode(node: PageElement): PageElement {
    node.remove()
    return node
  }
}

const emptyTags = ["br", "img", "input", "link", "meta"]

const characters: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&#96;": "`"
}

const plain = (text: string): string => text.replace(/&#?\w+;/g, (entity) => characters[entity] ?? entity)

/** Reads what we render: every element is closed, every value is in quotes. */
export const parsePage = (page: string): PageDocument => {
  const root = new PageDocument("document")
  let inside: PageElement = root
  const pieces = /<(\/?)([\w-]+)((?:\s[\w-]+(?:="[^"]*")?)*)\s*(\/?)>|([^<]+)/g
  for (const [, end, tag = "", names = "", isEmpty, text] of page.matchAll(pieces))
    if (text !== undefined) inside.append(plain(text))
    else if (end === "/") inside = inside.parent ?? root
    else {
      const attributes = [...names.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(
        ([, name = "", value = ""]) => [name, plain(value)] as const
      )
      const element = newElement(tag, new Map(attributes))
      inside.append(element)
      if (isEmpty !== "/" && !emptyTags.includes(tag)) inside = element
    }
  root.title = root.querySelector("title")?.textContent ?? ""
  return root
}
