/** One parameter of a media type (RFC 9110, 5.6.6): its name, and its value in quotes or without. */
const parameterPattern = /;[ \t]*([^\s;="]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/g

/** The values that a media type gives to a parameter, as they are written, in their order. */
export const mediaParameter = (mediaType: string, name: string): ReadonlyArray<string> =>
  [...mediaType.matchAll(parameterPattern)]
    .filter(([, given]) => given?.toLowerCase() === name)
    .map(([, , quoted, plain]) => quoted ?? plain ?? "")
