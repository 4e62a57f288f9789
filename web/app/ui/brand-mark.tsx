import { initials } from '../lib/names'
import classes from './brand-mark.module.css'
import { sourceSet } from './picture'

/** Of its first two words. */
export function nameInitials(name: string): string {
  const [first = '', second = ''] = name.trim().split(/\s+/)
  return initials(first, second)
}

type BrandMarkProps = { name: string; src: string | null; size: number }

/** A brand's square mark, drawn with its initials where it has none. */
export function BrandMark({ name, src, size }: BrandMarkProps) {
  const square = { width: size, height: size }
  if (src) return <img src={src} srcSet={sourceSet(src, 'webp')} sizes={`${size}px`} alt="" {...square} />
  return (
    <span className={classes.mark} style={{ ...square, fontSize: size * 0.42 }} aria-hidden>
      {nameInitials(name)}
    </span>
  )
}
