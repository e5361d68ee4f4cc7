/** A machine on which no temporary file can be made. */
for (const name of ["TMPDIR", "TEMP", "TMP"]) process.env[name] = "/nonexistent"

const { default: cleanPicture } = await import("../../src/cleanPicture.ts")

export default cleanPicture
