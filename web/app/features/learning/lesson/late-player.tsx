import { lazy } from 'react'
import { Late } from '../../../ui/late'
import type { PlayerProps } from './player-frame'

const load = () => import('./player-frame')
const PlayerFrame = lazy(load)

/** As soon as someone points at the button that plays; `Late` shows a failed import. */
export const preloadPlayer = () => void load().catch(() => undefined)

/** Loaded with the first play. */
export const Player = (props: PlayerProps) => (
  <Late>
    <PlayerFrame {...props} />
  </Late>
)
