/** How large a file of a bank may be: far more than a statement of a day or a month has. */
export const statementFileBytesMax = 100 * 1024 * 1024
