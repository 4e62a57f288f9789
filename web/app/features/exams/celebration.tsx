import { useEffect } from 'react'
import classes from './celebration.module.css'

const FINAL_MS = 2600

function brandColors(): string[] {
  const styles = getComputedStyle(document.documentElement)
  return ['brand-5', 'accent-5', 'brand-3', 'accent-3'].map((name) => styles.getPropertyValue(`--color-${name}`).trim())
}

/** Resolves `light-dark()` and the like, which the canvas does not read. */
const isHex = (color: string) => /^#[0-9a-f]{6}$/i.test(color)

async function throwConfetti(whole: boolean, isOver: () => boolean): Promise<void> {
  const { create } = await import('canvas-confetti')
  // Its worker comes from a blob, which the page's policy refuses.
  const confetti = create(undefined, { resize: true, useWorker: false })
  const colors = brandColors().filter(isHex)
  const shot = { disableForReducedMotion: true, ...(colors.length > 0 && { colors }) }
  if (!whole) {
    void confetti({ ...shot, particleCount: 60, spread: 70, origin: { y: 0.4 } })
    return
  }
  const end = performance.now() + FINAL_MS
  const frame = () => {
    if (isOver() || performance.now() > end) return
    void confetti({ ...shot, particleCount: 4, angle: 60, spread: 60, origin: { x: 0, y: 0.6 } })
    void confetti({ ...shot, particleCount: 4, angle: 120, spread: 60, origin: { x: 1, y: 0.6 } })
    requestAnimationFrame(frame)
  }
  frame()
}

type CelebrationProps = {
  /** Of the course, not of a module. */
  whole: boolean
  code: string
}

/** A new certificate: confetti, and for the course's the document unrolling. Nothing moves under reduced motion. */
export function Celebration({ whole, code }: CelebrationProps) {
  useEffect(() => {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    let over = false
    // A decoration: without its file the result is complete.
    throwConfetti(whole, () => over).catch(() => undefined)
    return () => {
      over = true
    }
  }, [whole])
  if (!whole) return null
  const picture = `/api/certificados/${code}/imagen`
  return (
    <div className={classes.unrolling}>
      <img
        src={picture}
        srcSet={`${picture} 640w, ${picture}?ancho=1600 1600w`}
        sizes="(max-width: 767px) 88vw, 560px"
        width={1600}
        height={1131}
        alt="Tu certificado"
      />
    </div>
  )
}
