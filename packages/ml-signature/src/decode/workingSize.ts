import { workingSide } from "./WorkingImage.ts"

/** The size to which a picture is reduced: its long side at most `workingSide`, no side below 1, nothing enlarged. */
export const workingSizeOf = ({
  height,
  width
}: {
  readonly width: number
  readonly height: number
}): { readonly width: number; readonly height: number } => {
  const scale = Math.min(1, workingSide / Math.max(width, height))
  return { width: scaled(width, scale), height: scaled(height, scale) }
}

const scaled = (side: number, scale: number): number => Math.max(1, Math.round(side * scale))
