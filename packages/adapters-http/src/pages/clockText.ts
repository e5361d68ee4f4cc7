/** A duration as `m:ss`, or `h:mm:ss` from one hour on; never negative, rounded up to a whole second. */
export const clockText = (remainingMillis: number): string => {
  const total = Math.max(0, Math.ceil(remainingMillis / 1000))
  const pad = (value: number) => String(value).padStart(2, "0")
  const hours = Math.floor(total / 3600)
  const minutes = Math.floor((total % 3600) / 60)
  return hours === 0 ? `${minutes}:${pad(total % 60)}` : `${hours}:${pad(minutes)}:${pad(total % 60)}`
}
