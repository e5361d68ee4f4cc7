/**
 * As much of a document as the scripts of our pages use, made of the HTML that we render, for tests that need no
 * browser. What a browser does by itself, such as layout and its own events, is tested in Chromium.
 */
export class PageElement {
  readonly tag: string
  readonly dataset: Record<string, string | undefined> = {}
  nodes: Array<PageElement | string> = []
  parent: PageElement | undefined
  hidden: boolean
  disabled = false
  open = false
  value: string | number = ""
  files: ReadonlyArray<File> = []
  src = ""
  isInView = false
  /** The focused element, of the outermost. */
  focused: PageElement | null = null
  readonly #attributes: Map<string, string>

  constructor(tag: string, attributes: ReadonlyMap<string, string> = new Map()) {
    this.tag = tag
    this.#attributes = new Map(attributes)
    this.hidden = attributes.has("hidden")
    for (const [name, value] of attributes)
      if (name.startsWith("data-")) this.dataset[camelCase(name.slice("data-".length))] = value
  }

  get id(): string {
    return this.getAttribute("id") ?? ""
  }

  get action(): string {
    return this.getAttribute("action") ?? ""
  }

  /** What a `<template>` holds. */
  get content(): this {
    return this
  }

  get textContent(): string {
    return this.nodes.map((node) => (typeof node === "string" ? node : node.textContent)).join("")
  }

  set textContent(text: string) {
    this.nodes = text === "" ? [] : [text]
  }

  get classList() {
    const names = new Set(this.getAttribute("class")?.split(" "))
    const toggle = (name: string, isOn: boolean) => {
      if (isOn) names.add(name)
      else names.delete(name)
      this.setAttribute("class", [...names].join(" "))
    }
    return {
      contains: (name: string) => names.has(name),
      add: (name: string) => toggle(name, true),
      remove: (name: string) => toggle(name, false),
      toggle
    }
  }

  getAttribute(name: string): string | null {
    return this.#attributes.get(name) ?? null
  }

  setAttribute(name: string, value: string): void {
    this.#attributes.set(name, value)
  }

  get descendants(): ReadonlyArray<PageElement> {
    return this.nodes.flatMap((node) => (typeof node === "string" ? [] : [node, ...node.descendants]))
  }

  contains(other: PageElement): boolean {
    return other === this || this.descendants.includes(other)
  }

  /** Selectors of names, ids, classes and attributes, and of what is inside. */
  matches(selector: string): boolean {
    const [own = "", ...around] = selector.split(" ").reverse()
    const pieces = own.match(/[#.]?[\w-]+|\[[^\]]*\]/g) ?? []
    const isInside = around.length === 0 || this.parent?.closest(around.reverse().join(" ")) != null
    return isInside && pieces.every((piece) => this.#hasPiece(piece))
  }

  #hasPiece(piece: string): boolean {
    if (piece.startsWith("#")) return this.id === piece.slice(1)
    if (piece.startsWith(".")) return this.classList.contains(piece.slice(1))
    if (!piece.startsWith("[")) return this.tag === piece
    const [, name = "", value] = /^\[([\w-]+)(?:="([^"]*)")?\]$/.exec(piece) ?? []
    if (name === "open") return this.open
    return value === undefined ? this.#attributes.has(name) : this.#attributes.get(name) === value
  }

  get #ancestors(): ReadonlyArray<PageElement> {
    return this.parent === undefined ? [] : [this.parent, ...this.parent.#ancestors]
  }

  closest(selector: string): PageElement | null {
    return this.matches(selector) ? this : (this.parent?.closest(selector) ?? null)
  }

  querySelectorAll(selector: string): ReadonlyArray<PageElement> {
    return this.descendants.filter((element) => element.matches(selector))
  }

  querySelector(selector: string): PageElement | null {
    return this.querySelectorAll(selector)[0] ?? null
  }

  append(...nodes: ReadonlyArray<PageElement | string>): void {
    this.replaceChildren(...this.nodes, ...nodes)
  }

  prepend(...nodes: ReadonlyArray<PageElement | string>): void {
    this.replaceChildren(...nodes, ...this.nodes)
  }

  replaceChildren(...nodes: ReadonlyArray<PageElement | string>): void {
    this.nodes = [...nodes]
    for (const node of nodes) if (typeof node !== "string") node.parent = this
  }

  replaceWith(...others: ReadonlyArray<PageElement | string>): void {
    this.parent?.replaceChildren(
      ...this.parent.nodes.flatMap((node) => (node === this ? [...others] : [node]))
    )
  }

  remove(): void {
    this.replaceWith()
  }

  copy(): PageElement {
    const copied = newElement(this.tag, this.#attributes)
    copied.append(...this.nodes.map((node) => (typeof node === "string" ? node : node.copy())))
    return copied
  }

  focus(): void {
    const [root = this] = [...this.#ancestors].reverse()
    root.focused = this
  }

  select(): void {
    this.focus()
  }

  scrollIntoView(): void {
    this.isInView = true
  }
}

const camelCase = (name: string): string =>
  name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** What scripts tell elements apart by: any element is an `HTMLElement`, and these are more than that. */
export const kinds = {
  details: class HTMLDetailsElement extends PageElement {},
  form: class HTMLFormElement extends PageElement {},
  input: class HTMLInputElement extends PageElement {},
  progress: class HTMLProgressElement extends PageElement {},
  template: class HTMLTemplateElement extends PageElement {},
  textarea: class HTMLTextAreaElement extends PageElement {}
}

const isKind = (tag: string): tag is keyof typeof kinds => Object.hasOwn(kinds, tag)

export const newElement = (tag: string, attributes?: ReadonlyMap<string, string>): PageElement =>
  new (isKind(tag) ? kinds[tag] : PageElement)(tag, attributes)
