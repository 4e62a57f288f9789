import 'react-easy-crop/react-easy-crop.css'
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { type CSSProperties, type KeyboardEvent, type MouseEvent, type RefObject, useId, useRef, useState } from 'react'
import Cropper, { type Area, type Point } from 'react-easy-crop'
import classes from './crop.module.css'
import { centredOn, MAX_ZOOM } from './crop-point'
import { Text } from './text'

export type { Area } from 'react-easy-crop'

/** A pointer that moved less was a press, not a drag. */
const DRAG_THRESHOLD_PX = 4
const KEYBOARD_STEP_PX = 18
const ZOOM_KEYS: Record<string, number> = { '+': 0.1, '-': -0.1 }

type CropProps = {
  image: HTMLImageElement
  label: string
  help: string
  /** Width / height of what is kept. */
  ratio?: number
  round?: boolean
  /** In pixels of the picture. */
  onArea: (area: Area) => void
}

type FrameProps = Omit<CropProps, 'help'> & { zoom: number; onZoom: (zoom: number) => void; helpId: string }

/** Moved by dragging, pressing its new centre or the arrow keys; zoomed by pinch, wheel, + and -. */
function Frame({ image, label, helpId, ratio = 1, round = false, zoom, onZoom, onArea }: FrameProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const pressed = useRef<Point>(null)
  const cropper = useRef<RefObject<HTMLDivElement>>(null)
  // The cropper renders its focusable area after this event.
  const focus = () => requestAnimationFrame(() => cropper.current?.current?.focus())
  function press(event: MouseEvent<HTMLDivElement>): void {
    const { x, y } = pressed.current ?? { x: 0, y: 0 }
    if (Math.hypot(event.clientX - x, event.clientY - y) >= DRAG_THRESHOLD_PX) return
    const frame = event.currentTarget.getBoundingClientRect()
    const photo = { width: image.naturalWidth, height: image.naturalHeight }
    const point = { x: event.clientX - frame.left, y: event.clientY - frame.top }
    setCrop(centredOn(photo, frame, zoom, crop, point))
  }
  function zoomByKey(event: KeyboardEvent): void {
    const change = ZOOM_KEYS[event.key]
    if (change) onZoom(Math.min(MAX_ZOOM, Math.max(1, zoom + change)))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the cropper inside is the control and reachable by keyboard
    <div
      className={classes.frame}
      style={{ '--crop-ratio': ratio } as CSSProperties}
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
        aspect={ratio}
        objectFit="cover"
        cropShape={round ? 'round' : 'rect'}
        showGrid={false}
        crop={crop}
        zoom={zoom}
        maxZoom={MAX_ZOOM}
        keyboardStep={KEYBOARD_STEP_PX}
        onCropChange={setCrop}
        onZoomChange={onZoom}
        onCropAreaChange={(_, area) => onArea(area)}
        onMediaLoaded={focus}
        setCropperRef={(ref) => {
          cropper.current = ref
        }}
        classes={{ cropAreaClassName: `${classes.area} ${round ? classes.round : ''}` }}
        cropperProps={{ role: 'application', 'aria-label': label, 'aria-describedby': helpId }}
        disableAutomaticStylesInjection
      />
    </div>
  )
}

/** The part of a picture that is kept: framed by pointer, touch or keyboard. */
export function Crop({ help, ...frame }: CropProps) {
  const [zoom, setZoom] = useState(1)
  const helpId = useId()
  return (
    <>
      <Frame {...frame} zoom={zoom} onZoom={setZoom} helpId={helpId} />
      <Text small dimmed id={helpId}>
        {help}
      </Text>
      <div className={classes.zoom}>
        <IconZoomOut size={20} aria-hidden />
        <input
          type="range"
          aria-label="Acercar"
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          value={zoom}
          onChange={(event) => setZoom(Number(event.currentTarget.value))}
        />
        <IconZoomIn size={20} aria-hidden />
      </div>
    </>
  )
}
