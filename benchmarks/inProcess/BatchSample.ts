/** Files of invoices to import, made before the clock starts. */
import { fiatCurrencies as currencies } from "@quittance/core/adapter"

export const rowsPerFile = 1_000

export type BatchSample = { readonly text: string; readonly rows: number; readonly totalMinor: number }

/** Every row has an external id of its own within the run, and every other row has a description. */
export const batchFile = (run: string, file: number): BatchSample => {
  const lines = ["amount,currency,description,externalId"]
  let totalMinor = 0
  for (let row = 0; row < rowsPerFile; row++) {
    const amountMinor = 10_000 + ((row * 7_919 + file * 104_729) % 4_000_000)
    const description = row % 2 === 0 ? "" : `"Order ${file}-${row}, two items"`
    totalMinor += amountMinor
    lines.push(
      [
        `${Math.floor(amountMinor / 100)}.${String(amountMinor % 100).padStart(2, "0")}`,
        currencies[row % currencies.length],
        description,
        `${run}-${String(file).padStart(4, "0")}-${String(row).padStart(4, "0")}`
      ].join(",")
    )
  }
  return { text: `${lines.join("\r\n")}\r\n`, rows: rowsPerFile, totalMinor }
}

/** The same as a form, as clients upload it. */
export const batchForm = ({ text }: BatchSample): { readonly contentType: string; readonly body: string } => {
  const boundary = "quittance-benchmark-boundary"
  const body =
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="invoices.csv"\r\n` +
    `content-type: text/csv\r\n\r\n${text}\r\n--${boundary}--\r\n`
  return { contentType: `multipart/form-data; boundary=${boundary}`, body }
}
