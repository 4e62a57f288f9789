import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { type Crop, centredOn, dragged, insideOf, placeOf } from './crop'
import classes from './profile.module.css'

/** A pointer that moved less than this pressed a point instead of dragging. */
const STILL_PX = 4
/** How far an arrow key moves the photo, as a part of the frame. */
const STEP = 1 / 20

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const percent = (part: number) => `${part * 100}%`

type Drag = { id: number; x: number; y: number; moved: number }
type FrameProps = { image: HTMLImageElement; crop: Crop; onChange: (crop: Crop) => void }

/** The square that will be the photo: moved by dragging, by a press on what shall be its middle, or by the arrow keys. */
export function CropFrame({ image, crop, onChange }: FrameProps) {
  const drag = useRef<Drag>(null)
  const size = { width: image.naturalWidth, height: image.naturalHeight }
  const place = placeOf(size, crop)
  function down(event: PointerEvent<HTMLDivElement>): void {
    if (drag.current) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { id: event.pointerId, x: event.clientX, y: event.clientY, moved: 0 }
  }
  function move(event: PointerEvent<HTMLDivElement>): void {
    const from = drag.current
    if (from?.id !== event.pointerId) return
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y]
    drag.current = { id: from.id, x: event.clientX, y: event.clientY, moved: from.moved + Math.hypot(dx, dy) }
    onChange(dragged(size, crop, event.currentTarget.clientWidth, dx, dy))
  }
  function up(event: PointerEvent<HTMLDivElement>): void {
    const from = drag.current
    if (from?.id !== event.pointerId) return
    drag.current = null
    if (event.type !== 'pointerup' || from.moved >= STILL_PX) return
    const box = event.currentTarget.getBoundingClientRect()
    onChange(centredOn(size, crop, box.width, event.clientX - box.left, event.clientY - box.top))
  }
  function key(event: KeyboardEvent<HTMLDivElement>): void {
    const arrow = ARROWS[event.key]
    const zoom = { '+': 0.1, '-': -0.1 }[event.key]
    if (!arrow && !zoom) return
    event.preventDefault()
    if (zoom) onChange(insideOf(size, { ...crop, zoom: crop.zoom + zoom }))
    else if (arrow) onChange(dragged(size, crop, 1, arrow[0] * STEP, arrow[1] * STEP))
  }
  return (
    <div
      className={classes.frame}
      role="application"
      aria-label="Encuadre de la foto"
      aria-describedby="ayuda-encuadre"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the frame answers to the arrow keys
      tabIndex={0}
      data-autofocus
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={up}
      onKeyDown={key}
    >
      <img
        src={image.src}
        alt=""
        draggable={false}
        style={{ width: percent(place.width), left: percent(place.left), top: percent(place.top) }}
      />
    </div>
  )
}
