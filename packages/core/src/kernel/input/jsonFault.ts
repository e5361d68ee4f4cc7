/** Where a JSON text is first not well-formed, and what would be right there. */
export interface JsonFault {
  /** From 1. */
  readonly line: number
  /** In characters, from 1. */
  readonly column: number
  readonly message: string
}

const blank = /[ \t\r\n]*/y
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const word = /[A-Za-z_$][\w$]*/y

/** The words that other languages use, and JSON's. */
const words: Readonly<Record<string, string>> = {
  None: "null",
  nil: "null",
  NULL: "null",
  undefined: "null",
  True: "true",
  TRUE: "true",
  False: "false",
  FALSE: "false"
}

const literals: ReadonlyArray<string> = ["true", "false", "null"]

/** Deeper than any text that is read; the steps below call each other. */
const depthMax = 500

/** Whether a character of a text stands for itself; false for the NaN at the end. */
const isPlain = (unit: number): boolean => unit >= 0x20 && unit !== 0x22 && unit !== 0x5c

/** What a step returns that cannot go on. */
interface Fault {
  readonly at: number
  readonly message: string
}

/** Reads a JSON text (RFC 8259) step by step; a step returns the fault that it meets. */
class Reader {
  private at = 0
  private depth = 0
  private readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** The whole text: one value with blanks around it. */
  document(): Fault | undefined {
    const fault = this.value()
    if (fault !== undefined) return fault
    this.skip(blank)
    return this.at < this.text.length ? this.fault("nothing may stand after the end of the value") : undefined
  }

  private fault(message: string, at = this.at): Fault {
    return { at, message }
  }

  /** Passes over what the sticky pattern matches here; the matched text. */
  private skip(pattern: RegExp): string {
    pattern.lastIndex = this.at
    const [found = ""] = pattern.exec(this.text) ?? []
    this.at += found.length
    return found
  }

  /** The character here; empty at the end. */
  private peek(): string {
    return this.text[this.at] ?? ""
  }

  private unexpected(expected: string): Fault {
    const next = this.peek()
    if (next === "") return this.fault(`the text ends where ${expected} must stand: it may have been cut off`)
    if (next === "'") return this.fault("a text must stand in double quotes, not in single ones")
    if (/[“”„«»]/.test(next)) return this.fault('a text must stand in straight double quotes (")')
    if (this.text.startsWith("//", this.at) || this.text.startsWith("/*", this.at))
      return this.fault("JSON has no comments")
    return this.fault(`${expected} must stand here`)
  }

  private value(): Fault | undefined {
    this.skip(blank)
    const next = this.peek()
    if (next === "{") return this.items("}", () => this.member())
    if (next === "[") return this.items("]", () => this.value())
    if (next === '"') return this.string()
    if (next === "-" || (next >= "0" && next <= "9")) return this.number()
    return this.literal()
  }

  /** The items of a list or object, and the brackets around them. */
  private items(end: "}" | "]", item: () => Fault | undefined): Fault | undefined {
    if (this.depth === depthMax) return this.fault(`no more than ${depthMax} levels may be nested`)
    this.depth += 1
    const fault = this.itemsOf(end, item)
    this.depth -= 1
    return fault
  }

  private itemsOf(end: "}" | "]", item: () => Fault | undefined): Fault | undefined {
    this.at += 1
    this.skip(blank)
    if (this.peek() === end) {
      this.at += 1
      return undefined
    }
    for (;;) {
      const fault = item()
      if (fault !== undefined) return fault
      this.skip(blank)
      if (this.peek() === end) {
        this.at += 1
        return undefined
      }
      if (this.peek() !== ",") return this.unexpected(`a comma or ${end}`)
      const comma = this.at
      this.at += 1
      this.skip(blank)
      if (this.peek() === end) return this.fault(`no comma may stand before ${end}`, comma)
    }
  }

  private member(): Fault | undefined {
    this.skip(blank)
    if (this.peek() !== '"') {
      const start = this.at
      return this.skip(word) === ""
        ? this.unexpected("a name in double quotes")
        : this.fault("a name must stand in double quotes", start)
    }
    const fault = this.string()
    if (fault !== undefined) return fault
    this.skip(blank)
    if (this.peek() !== ":") return this.unexpected("a colon")
    this.at += 1
    return this.value()
  }

  private string(): Fault | undefined {
    const start = this.at
    this.at += 1
    for (;;) {
      while (isPlain(this.text.charCodeAt(this.at))) this.at += 1
      const next = this.peek()
      if (next === '"') {
        this.at += 1
        return undefined
      }
      if (next === "") return this.fault("the text that begins here has no closing quote", start)
      if (next === "\n" || next === "\r")
        return this.fault(
          'a line break within a text must be written as \\n; or a closing quote (") is missing'
        )
      if (next !== "\\")
        return this.fault("a control character within a text must be written as \\u and four hex digits")
      if (this.skip(escape) === "")
        return this.fault("a backslash within a text must be written twice, or begin one of JSON's escapes")
    }
  }

  private number(): Fault | undefined {
    const start = this.at
    if (this.skip(number) === "") return this.fault("a number must have digits after its sign", start)
    const next = this.peek()
    if (next >= "0" && next <= "9")
      return this.fault("a number must not begin with a zero before other digits", start)
    if (next === ".") return this.fault("a number must have digits after its point", start)
    if (next === "_" || next === "e" || next === "E" || next === "x")
      return this.fault("a number must be written in decimal digits, such as 1250.5", start)
    return undefined
  }

  private literal(): Fault | undefined {
    const start = this.at
    const found = this.skip(word)
    if (literals.includes(found)) return undefined
    const right = words[found]
    if (right !== undefined) return this.fault(`this must be written as ${right}`, start)
    if (found === "NaN" || found === "Infinity") return this.fault("JSON has no such number", start)
    if (found !== "") return this.fault("a text must stand in double quotes", start)
    if (this.peek() === ".") return this.fault("a number must have a digit before its point")
    if (this.peek() === "+") return this.fault("a number must not begin with +")
    return this.unexpected("a value")
  }
}

/**
 * Finds the first fault of a text that is not well-formed JSON; undefined for one that is. The text is not repeated in
 * the message, because it may hold a secret.
 */
export const jsonFault = (text: string): JsonFault | undefined => {
  const fault = new Reader(text).document()
  if (fault === undefined) return undefined
  const before = text.slice(0, fault.at).split(/\r\n|\r|\n/)
  return { line: before.length, column: [...(before.at(-1) ?? "")].length + 1, message: fault.message }
}
