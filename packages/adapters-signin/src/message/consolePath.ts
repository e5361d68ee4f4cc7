/**
 * A path of the console that a request names to go on at, as it stands; undefined for everything else. Browsers read
 * addresses in ways of their own, so what is not plain is none.
 */
export const consolePath = (named: unknown, root: string): string | undefined => {
  if (typeof named !== "string" || named.length > 2_000) return undefined
  if (!/^\/[\x21\x23-\x3b\x3d\x3f-\x5b\x5d-\x7e]*$/.test(named) || !URL.canParse(named, "http://console"))
    return undefined
  const { host, pathname } = new URL(named, "http://console")
  const isWithin = pathname === root || pathname.startsWith(`${root}/`)
  return host === "console" && isWithin && !pathname.startsWith(`${root}/session`) ? named : undefined
}
