/** A text of at most so many characters, for a table. */
export const shortened = (text: string, charactersMax: number): string =>
  text.length <= charactersMax ? text : `${text.slice(0, charactersMax - 1).toWellFormed()}…`
