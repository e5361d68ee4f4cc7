/** What is another one in every run: text of this form, and what stands for it. */
const forms: ReadonlyArray<readonly [RegExp, string]> = [
  [/^\d{4}-\d\d-\d\dT[\d:.]+Z$/, "<instant>"],
  [/^(payout_)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, "$1<uuid>"],
  [/^(key:)?([a-z]{3})_[0-9a-f]{32}$/, "$1<$2>"],
  [/^T[1-9A-HJ-NP-Za-km-z]{33}$/, "<address>"],
  [/^[0-9a-f]{64}$/, "<hash>"],
  [/^whsec_[A-Za-z0-9+/=]+$/, "<secret>"],
  [/^https?:\/\/[^/]+(\/pay\/\w+|\/verify)\/[\w-]{22,}$/, "$1/<token>"],
  [/^(order|payout|key)[- ]\d+$/, "<name>"]
]

/** JSON without what is another one in every run, but with its form. */
export const settled = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(settled)
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, settled(each)]))
  if (typeof value !== "string") return value
  const [form, word] = forms.find(([each]) => each.test(value)) ?? []
  return form === undefined || word === undefined ? value : value.replace(form, word)
}
