/**
 * JSON values of about so many bytes, each the worst of its kind: for what reads it, checks it, or tells what is wrong.
 */
export const hostileValues: { readonly [name: string]: (bytes: number) => string } = {
  "a list of numbers": (bytes) => `[${"5,".repeat(bytes / 2 - 2)}5]`,
  "a list of texts": (bytes) => `[${'"x",'.repeat(bytes / 4 - 2)}"x"]`,
  "a list of objects": (bytes) => `[${"{},".repeat(bytes / 3 - 2)}{}]`,
  "as long a list as is read": (bytes) => `[${"5,".repeat(Math.min(1100, bytes / 2 - 2))}5]`,
  "lists in lists": (bytes) => "[".repeat(bytes / 2) + "]".repeat(bytes / 2),
  "objects in objects": (bytes) => `${'{"":'.repeat(bytes / 6)}1${"}".repeat(bytes / 6)}`,
  "many keys": (bytes) => `{${Array.from({ length: bytes / 14 }, (_, index) => `"k${index}":1`).join(",")}}`,
  "as many keys as are read": (bytes) =>
    `{${Array.from({ length: Math.min(1100, bytes / 14) }, (_, index) => `"${index * 7919}":{}`).join(",")}}`,
  "one key again and again": (bytes) => `{${'"a":1,'.repeat(bytes / 6 - 2)}"a":1}`,
  "one long key": (bytes) => `{"${"k".repeat(bytes - 8)}":1}`,
  "a long text": (bytes) => `"${"x".repeat(bytes - 2)}"`,
  "a text of spaces": (bytes) => `"${" ".repeat(bytes - 2)}"`,
  "a text of emoji": (bytes) => `"${"😀".repeat(bytes / 4 - 1)}"`,
  "a text of control characters": (bytes) => `"${"\\u0001".repeat(bytes / 6 - 1)}"`,
  "a text of halves of characters": (bytes) => `"${"\\ud800".repeat(bytes / 6 - 1)}"`,
  "a long number": (bytes) => "9".repeat(bytes),
  "a long fraction": (bytes) => `1.${"0".repeat(bytes - 3)}1`,
  "a fraction of zeros": (bytes) => `1${"0".repeat(bytes / 2 - 3)}1.${"0".repeat(bytes / 2)}`,
  "long numbers": (bytes) =>
    `[${Array.from({ length: Math.min(9900, bytes / 24) }, () => "1.00000000000000000001").join(",")}]`,
  "a huge exponent": () => "1e999999999",
  "nearly an e-mail address": (bytes) => `"a@${"a.".repeat(bytes / 2 - 4)}!"`,
  "nearly an e-mail address of one label": (bytes) => `"a@${"a-".repeat(bytes / 2 - 4)}"`,
  "nearly a short e-mail address": () => `"a@${"a.".repeat(120)}!"`,
  "nearly a URL": (bytes) => `"https://${"a.".repeat(bytes / 2 - 8)} "`,
  "nearly a short URL": () => `"https://${"a@%41:[".repeat(280)}"`,
  "nearly a date": (bytes) => `"2026-01-01T00:00:00.${"0".repeat(bytes - 30)}Z"`,
  "nearly a secret": (bytes) => `"whsec_${"A".repeat(bytes - 12)}"`
}
