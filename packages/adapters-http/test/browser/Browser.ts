import { runInNewContext } from "node:vm"
import { Listened, type PageDocument, parsePage } from "./PageDocument.ts"
import { kinds, PageElement } from "./PageElement.ts"

/** What a server answers when it is asked for the page. */
export interface Answer {
  readonly status: number
  readonly page: string
}

/** The page's events, as the server sends them. */
export class Stream {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSED = 2
  readyState = Stream.CONNECTING
  onmessage: ((event: { readonly data: string }) => void) | undefined
  onopen: (() => void) | undefined
  onerror: (() => void) | undefined

  close(): void {
    this.readyState = Stream.CLOSED
  }

  open(): void {
    this.readyState = Stream.OPEN
    this.onopen?.()
  }

  /** The connection is gone; `CLOSED` says that the browser does not try again. */
  fail(readyState: number): void {
    this.readyState = readyState
    this.onerror?.()
  }
}

/** A request that sends a file, which the test answers. */
export class Upload {
  readonly upload: { onprogress?: (event: object) => void; onload?: () => void } = {}
  readonly headers = new Map<string, string>()
  method = ""
  url = ""
  body: FormData | undefined
  responseType = ""
  status = 0
  response: unknown = null
  onload: (() => void) | undefined
  onerror: (() => void) | undefined
  onabort: (() => void) | undefined

  open(method: string, url: string): void {
    this.method = method
    this.url = url
  }

  setRequestHeader(name: string, value: string): void {
    this.headers.set(name, value)
  }

  send(body: FormData): void {
    this.body = body
  }

  /** As browsers do, nothing to one that was answered. */
  abort(): void {
    if (this.status === 0) this.onabort?.()
  }

  answer(status: number, response: unknown): void {
    this.status = status
    this.response = response
    this.onload?.()
  }
}

/**
 * A visitor's browser with one page open, whose scripts have run. Time stands still until `pass`, and the server is
 * what the test says.
 */
export class Browser {
  readonly document: PageDocument
  readonly window = new Listened()
  readonly streams: Array<Stream> = []
  readonly uploads: Array<Upload> = []
  /** How often the page was asked for. */
  looks = 0
  /** What the server answers; rejects where it is away. */
  answer: () => Promise<Answer> = () => Promise.reject(new Error("the server is away"))
  /** Where the visitor was taken. */
  readonly left: Array<string> = []
  reloads = 0
  /** The pictures that the page shows no more. */
  readonly revoked: Array<string> = []
  clipboard: string | undefined
  hasClipboard = true
  selected = ""
  #now = 0
  readonly #timers: Array<{ at: number; readonly every: number | undefined; readonly run: () => void }> = []

  /** `around`: the window whose frame it is shown in, if it is in one. */
  constructor(
    page: string,
    scripts: ReadonlyArray<string>,
    visit: "navigate" | "back_forward" = "navigate",
    around?: object
  ) {
    const self = this
    this.document = parsePage(page)
    const EventSource = class extends Stream {
      constructor() {
        super()
        self.streams.push(this)
      }
    }
    const XMLHttpRequest = class extends Upload {
      constructor() {
        super()
        self.uploads.push(this)
      }
    }
    const globals = {
      AbortController,
      Element: PageElement,
      HTMLElement: PageElement,
      ...Object.fromEntries(Object.values(kinds).map((kind) => [kind.name, kind])),
      DOMParser: class {
        parseFromString = parsePage
      },
      Event,
      EventSource,
      // What a form has beside its files is not told here.
      FormData: class extends FormData {
        constructor(_form: unknown) {
          super()
        }
      },
      URL: {
        createObjectURL: (file: File) => `blob:${file.name}`,
        revokeObjectURL: (url: string) => this.revoked.push(url)
      },
      XMLHttpRequest,
      document: Object.assign(this.document, { execCommand: () => this.#copySelected() }),
      fetch: (_address: string, request?: { readonly signal?: AbortSignal }) => this.#fetch(request?.signal),
      getSelection: () => ({ toString: () => this.selected, containsNode: () => true }),
      location: {
        href: "/page",
        assign: (address: string) => this.left.push(address),
        reload: () => this.reloads++
      },
      navigator: { clipboard: { writeText: async (text: string) => this.#write(text) } },
      performance: { now: () => this.#now, getEntriesByType: () => [{ type: visit }] },
      setInterval: (run: () => void, every: number) =>
        this.#timers.push({ at: this.#now + every, every, run }),
      setTimeout: (run: () => void, millis: number) =>
        this.#timers.push({ at: this.#now + millis, every: undefined, run }),
      window: Object.assign(this.window, { EventSource, parent: around ?? this.window })
    }
    for (const script of scripts) runInNewContext(script, globals)
  }

  /** The element that a selector finds first. */
  one(selector: string): PageElement {
    const found = this.document.querySelector(selector)
    if (found === null) throw new Error(`the page has no ${selector}`)
    return found
  }

  text(selector: string): string {
    return this.one(selector).textContent
  }

  /** Lets what was begun end, as far as it can. */
  async settle(): Promise<void> {
    await new Promise(setImmediate)
  }

  async pass(millis: number): Promise<void> {
    const until = this.#now + millis
    for (;;) {
      const [next] = this.#timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)
      if (next === undefined) break
      this.#now = next.at
      next.at = next.every === undefined ? Number.POSITIVE_INFINITY : next.at + next.every
      next.run()
      await this.settle()
    }
    this.#now = until
  }

  /** Something happens to an element of the page; whether a script has prevented what the browser does then. */
  async happens(type: string, target: PageElement, more: object = {}): Promise<boolean> {
    let isPrevented = false
    const preventDefault = () => {
      isPrevented = true
    }
    this.document.dispatchEvent(Object.assign({ type, target, preventDefault }, more))
    await this.settle()
    return isPrevented
  }

  async click(selector: string): Promise<void> {
    await this.happens("click", this.one(selector))
  }

  /** An event of the stream. */
  async tell(data: string): Promise<void> {
    this.streams.at(-1)?.onmessage?.({ data })
    await this.settle()
  }

  async #fetch(signal: AbortSignal | undefined) {
    this.looks++
    const aborted = new Promise<never>((_, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason))
    })
    const { page, status } = await Promise.race([this.answer(), aborted])
    return { ok: status < 300, status, text: async () => page }
  }

  #write(text: string): void {
    if (!this.hasClipboard) throw new Error("there is no clipboard")
    this.clipboard = text
  }

  #copySelected(): boolean {
    this.clipboard = String(this.document.activeElement?.value)
    return true
  }
}
