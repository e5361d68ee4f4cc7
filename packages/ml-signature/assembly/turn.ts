/**
 * A plane of bytes with a border of zeros, one wide, turned about its middle into one of another size. `cosine` and
 * `sine` are those of the angle to the right. Each byte joins the four around its place; what lies outside is 0.
 */
export function turn(
  plane: usize,
  width: i32,
  height: i32,
  cosine: f64,
  sine: f64,
  result: usize,
  resultWidth: i32,
  resultHeight: i32
): void {
  // Places in parts of a pixel. A negative one is more than any as a number without a sign.
  const right = <u32>((width - 1) << bits)
  const bottom = <u32>((height - 1) << bits)
  const stepX = <i32>Math.round(cosine * one)
  const stepY = <i32>Math.round(-sine * one)
  const across = -0.5 * <f64>(resultWidth - 1)
  for (let y = 0; y < resultHeight; y++) {
    const down = <f64>y - 0.5 * <f64>(resultHeight - 1)
    let fromX = <i32>Math.round((cosine * across + sine * down + 0.5 * <f64>(width - 1)) * one)
    let fromY = <i32>Math.round((cosine * down - sine * across + 0.5 * <f64>(height - 1)) * one)
    const row = result + y * resultWidth
    for (let x = 0; x < resultWidth; x++) {
      let joined = 0
      if (<u32>fromX < right && <u32>fromY < bottom) {
        const place = plane + (fromY >> bits) * width + (fromX >> bits)
        const byRight = (fromX >> (bits - 8)) & 255
        const byBottom = (fromY >> (bits - 8)) & 255
        const above = between(load<u8>(place), load<u8>(place, 1), byRight)
        const below = between(load<u8>(place + width), load<u8>(place + width, 1), byRight)
        joined = ((above << 8) + (below - above) * byBottom + half) >> 16
      }
      store<u8>(row + x, joined)
      fromX += stepX
      fromY += stepY
    }
  }
}

const bits: i32 = 16
const one: f64 = 65536
const half: i32 = 32768

/** Times 256, as the share is. */
function between(one: i32, other: i32, share: i32): i32 {
  return (one << 8) + (other - one) * share
}
