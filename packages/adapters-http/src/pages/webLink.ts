/** The address as a link, if it is one that a browser may be sent to: a page on the web and no program. */
export const webLink = (address: string | null): string | null => {
  if (address === null || !URL.canParse(address)) return null
  const url = new URL(address)
  return url.protocol === "https:" || url.protocol === "http:" ? url.href : null
}
