import type { Point } from 'react-easy-crop'

export const MAX_ZOOM = 4

type Size = { width: number; height: number }

const clamp = (value: number, max: number) => Math.min(max, Math.max(-max, value))

/** The crop position that centres `point`, limited to the photo's edges. */
export function centredOn(photo: Size, frame: Size, zoom: number, crop: Point, point: Point): Point {
  const scale = zoom * Math.max(frame.width / photo.width, frame.height / photo.height)
  return {
    x: clamp(crop.x + frame.width / 2 - point.x, (photo.width * scale - frame.width) / 2),
    y: clamp(crop.y + frame.height / 2 - point.y, (photo.height * scale - frame.height) / 2),
  }
}
