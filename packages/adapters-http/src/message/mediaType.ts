/** One parameter of a media type (RFC 9110, 5.6.6): its name, and its value in quotes or without. */
const parameterPattern = /;[ \t]*([^\s;="]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/g

/** The values of a parameter of a media type, unmodified, in order. */
export const mediaParameter = (mediaType: string, name: string): ReadonlyArray<string> =>
  [...mediaType.matchAll(parameterPattern)]
    .filter(([, given]) => given?.toLowerCase() === name)
    .map(([, , quoted, plain]) => quoted ?? plain ?? "")

/** What was sent as a Content-Type, for a refusal: the bare type, where it is one. */
export const sentType = (contentType: string | undefined): string => {
  if (contentType === undefined || contentType.trim() === "") return "none was sent"
  const [bare] = /^[\w.+-]{1,40}\/[\w.+-]{1,60}(?=[\s;]|$)/.exec(contentType.trim()) ?? []
  return `${bare ?? "another"} was sent`
}
