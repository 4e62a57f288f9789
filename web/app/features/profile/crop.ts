/** A square of a picture, in the picture's own pixels: its centre, and how far it is zoomed in. */
export type Crop = { x: number; y: number; zoom: number }
type Size = { width: number; height: number }

export const MAX_ZOOM = 4

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

/** The side of the square, in pixels of the picture. */
export const sideOf = ({ width, height }: Size, zoom: number): number => Math.min(width, height) / zoom

/** The nearest square that lies inside the picture. */
export function insideOf(size: Size, { x, y, zoom }: Crop): Crop {
  const kept = within(zoom, 1, MAX_ZOOM)
  const half = sideOf(size, kept) / 2
  return { x: within(x, half, size.width - half), y: within(y, half, size.height - half), zoom: kept }
}

/** The largest square in the middle. */
export const middleOf = ({ width, height }: Size): Crop => ({ x: width / 2, y: height / 2, zoom: 1 })

/** The square after its picture was dragged so many pixels on a frame of `view` pixels. */
export function dragged(size: Size, crop: Crop, view: number, dx: number, dy: number): Crop {
  const scale = sideOf(size, crop.zoom) / view
  return insideOf(size, { ...crop, x: crop.x - dx * scale, y: crop.y - dy * scale })
}

/** The square around a point of the frame. */
export function centredOn(size: Size, crop: Crop, view: number, left: number, top: number): Crop {
  return dragged(size, crop, view, view / 2 - left, view / 2 - top)
}

/** How the whole picture lies behind a frame of side 1: its width, and where its corner is. */
export function placeOf(size: Size, crop: Crop): { width: number; left: number; top: number } {
  const side = sideOf(size, crop.zoom)
  return { width: size.width / side, left: 0.5 - crop.x / side, top: 0.5 - crop.y / side }
}
