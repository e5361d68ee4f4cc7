import { Option } from "effect"
import * as fc from "fast-check"

/** Texts that often break storage and codecs, and absence. */

/**
 * A character that is any Unicode scalar value: every code point but the surrogates. The unit `binary` of fast-check is
 * the same, with a table of a million entries in each thread.
 */
export const scalarValue: fc.Arbitrary<string> = fc
  .nat(0x10_ffff - 0x800)
  .map((index) => String.fromCodePoint(index < 0xd800 ? index : index + 0x800))

/**
 * Text as callers may send it, up to `maxLength` UTF-16 units: any Unicode scalar value but NUL, with a taste for
 * quotes, control characters, emoji made of several code points, right-to-left marks and the full length.
 */
export const anyText = (maxLength: number): fc.Arbitrary<string> =>
  fc
    .oneof(
      fc.constantFrom(
        "",
        " ",
        `"quotes" 'and' \`ticks\``,
        "line\r\nbreak\ttab \u0001\u001b\u007f\u0085\u2028",
        "👩‍👩‍👧‍👦🧾🇰🇿é\u0301",
        "\u202eright to left \u05e9\u05dc\u05d5\u05dd",
        '%_\\;--/* ? $1 :name @p \\u0000 {"a":null}',
        "Қазақстан Ёлка ß İ ﬀ",
        "\ufeffbyte order mark \uffff",
        "null",
        "0012",
        "💸".repeat(250),
        "x".repeat(500)
      ),
      fc.string({ unit: scalarValue, maxLength }),
      fc.string({ unit: "grapheme", maxLength })
    )
    .map((text) => withinUnits(text.replaceAll("\0", ""), maxLength))

/** Printable ASCII (0x20 to 0x7e), as keys and external ids are. */
export const asciiText = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: "grapheme-ascii", minLength, maxLength })

/** Lower-case hex of this many bytes. */
export const hexText = (byteCount: number): fc.Arbitrary<string> =>
  fc.string({
    unit: fc.constantFrom(..."0123456789abcdef"),
    minLength: 2 * byteCount,
    maxLength: 2 * byteCount
  })

/** An identifier: a prefix and 32 hex digits. */
export const prefixed = (prefix: string): fc.Arbitrary<string> => hexText(16).map((hex) => prefix + hex)

/** An object as JSON text: nested values, keys of any text, numbers that are not integers. */
export const metadata: fc.Arbitrary<string> = fc
  .dictionary(anyText(40), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 5, noNullPrototype: true })
  .map((value) => JSON.stringify(value))

/** None as often as some. */
export const optionOf = <A>(values: fc.Arbitrary<A>): fc.Arbitrary<Option.Option<A>> =>
  fc.oneof(fc.constant(Option.none<A>()), values.map(Option.some))

/** The start of a text, without half a surrogate pair at its end. */
const withinUnits = (text: string, maxLength: number): string =>
  text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, "")
