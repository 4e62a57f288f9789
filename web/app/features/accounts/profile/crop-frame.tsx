import 'react-easy-crop/react-easy-crop.css'
import { type KeyboardEvent, type MouseEvent, type RefObject, useRef } from 'react'
import Cropper, { type Area, type Point } from 'react-easy-crop'
import { centredOn, MAX_ZOOM } from './crop'
import classes from './profile.module.css'

/** A pointer that moved less was a press, not a drag. */
const DRAG_THRESHOLD_PX = 4
const KEYBOARD_STEP_PX = 18
const ZOOM_KEYS: Record<string, number> = { '+': 0.1, '-': -0.1 }

const FRAME = { role: 'application', 'aria-label': 'Encuadre de la foto', 'aria-describedby': 'ayuda-encuadre' }

type FrameProps = {
  image: HTMLImageElement
  crop: Point
  zoom: number
  onCrop: (crop: Point) => void
  onZoom: (zoom: number) => void
  /** In pixels of the photo. */
  onArea: (area: Area) => void
}

/** Moved by dragging, pressing its new centre or the arrow keys; zoomed by pinch, wheel, + and -. */
export function CropFrame({ image, crop, zoom, onCrop, onZoom, onArea }: FrameProps) {
  const pressed = useRef<Point>(null)
  const cropper = useRef<RefObject<HTMLDivElement>>(null)
  // The cropper renders its focusable area after this event.
  const focus = () => requestAnimationFrame(() => cropper.current?.current?.focus())
  function press(event: MouseEvent<HTMLDivElement>): void {
    const { x, y } = pressed.current ?? { x: 0, y: 0 }
    if (Math.hypot(event.clientX - x, event.clientY - y) >= DRAG_THRESHOLD_PX) return
    const { left, top, width } = event.currentTarget.getBoundingClientRect()
    const photo = { width: image.naturalWidth, height: image.naturalHeight }
    onCrop(centredOn(photo, width, zoom, crop, { x: event.clientX - left, y: event.clientY - top }))
  }
  function zoomByKey(event: KeyboardEvent): void {
    const change = ZOOM_KEYS[event.key]
    if (change) onZoom(Math.min(MAX_ZOOM, Math.max(1, zoom + change)))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the cropper inside is the control and reachable by keyboard
    <div
      className={classes.frame}
      tabIndex={-1}
      data-autofocus
      // The dialog may focus its content after the photo has loaded.
      onFocus={({ target, currentTarget }) => target === currentTarget && focus()}
      onPointerDown={({ clientX, clientY }) => {
        pressed.current = { x: clientX, y: clientY }
      }}
      onClick={press}
      onKeyDown={zoomByKey}
    >
      <Cropper
        image={image.src}
        aspect={1}
        objectFit="cover"
        cropShape="round"
        showGrid={false}
        crop={crop}
        zoom={zoom}
        maxZoom={MAX_ZOOM}
        keyboardStep={KEYBOARD_STEP_PX}
        onCropChange={onCrop}
        onZoomChange={onZoom}
        onCropAreaChange={(_, area) => onArea(area)}
        onMediaLoaded={focus}
        setCropperRef={(ref) => {
          cropper.current = ref
        }}
        classes={{ cropAreaClassName: classes.round }}
        cropperProps={FRAME}
        disableAutomaticStylesInjection
      />
    </div>
  )
}
