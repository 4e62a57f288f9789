import type { CSSProperties } from 'react'
import classes from './skeleton.module.css'

type SkeletonProps = Pick<CSSProperties, 'width' | 'height' | 'maxWidth' | 'aspectRatio'> & { className?: string }

/** Stands for what is loading. */
export function Skeleton({ className, ...style }: SkeletonProps) {
  return <div className={className ? `${classes.skeleton} ${className}` : classes.skeleton} style={style} />
}
