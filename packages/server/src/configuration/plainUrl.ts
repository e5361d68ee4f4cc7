/** An http or https URL without user, password and fragment, as `fetch` takes it; otherwise undefined. */
export const plainUrl = (text: string): string | undefined => {
  if (!URL.canParse(text)) return undefined
  const { hash, href, password, protocol, username } = new URL(text)
  return /^https?:$/.test(protocol) && `${username}${password}${hash}` === "" ? href : undefined
}
