/**
 * A plane of bytes with a border of zeros, one wide, turned about its middle into one of another size. `cosine` and
 * `sine` are those of the angle to the right. Each byte joins the four around its place; what lies outside is 0.
 */
export function turn(
  plane: usize,
  width: i32,
  height: i32,
  cosine: f32,
  sine: f32,
  result: usize,
  resultWidth: i32,
  resultHeight: i32
): void {
  const right: f32 = <f32>(width - 1)
  const bottom: f32 = <f32>(height - 1)
  const middle: f32 = <f32>(resultWidth - 1) / 2
  for (let y = 0; y < resultHeight; y++) {
    const down: f32 = <f32>y - <f32>(resultHeight - 1) / 2
    const beginX: f32 = sine * down + right / 2
    const beginY: f32 = cosine * down + bottom / 2
    for (let x = 0; x < resultWidth; x++) {
      const across: f32 = <f32>x - middle
      const fromX: f32 = beginX + cosine * across
      const fromY: f32 = beginY - sine * across
      const to = result + y * resultWidth + x
      if (fromX < 0 || fromY < 0 || fromX >= right || fromY >= bottom) {
        store<u8>(to, 0)
        continue
      }
      const left = <i32>fromX
      const top = <i32>fromY
      const share: f32 = fromX - <f32>left
      const place = plane + top * width + left
      const above = between(load<u8>(place), load<u8>(place, 1), share)
      const below = between(load<u8>(place + width), load<u8>(place + width, 1), share)
      store<u8>(to, <u8>(between(above, below, fromY - <f32>top) + 0.5))
    }
  }
}

function between(one: f32, other: f32, share: f32): f32 {
  return one + (other - one) * share
}
