import type { Point } from 'react-easy-crop'

export const MAX_ZOOM = 4

type Size = { width: number; height: number }

const clamp = (value: number, max: number) => Math.min(max, Math.max(-max, value))

/** The crop position that centres `point`, limited to the photo's edges. */
export function centredOn(photo: Size, frame: number, zoom: number, crop: Point, point: Point): Point {
  const scale = (frame * zoom) / Math.min(photo.width, photo.height)
  return {
    x: clamp(crop.x + frame / 2 - point.x, (photo.width * scale - frame) / 2),
    y: clamp(crop.y + frame / 2 - point.y, (photo.height * scale - frame) / 2),
  }
}
