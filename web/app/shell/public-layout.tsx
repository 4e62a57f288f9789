import './public-layout.css'
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import { lazy } from 'react'
import { preload } from 'react-dom'
import { Outlet } from 'react-router'
import { whenOnline } from '../lib/network'
import { useSession } from '../lib/session'
import { SCRIPTS_WAIT } from '../lib/waiting-scripts'
import { Late } from '../ui/late'

export const handle = SCRIPTS_WAIT

const Toasts = lazy(() => whenOnline().then(() => import('../ui/toasts')))

/** Around pages that are complete without scripts. */
export default function PublicLayout() {
  const session = useSession()
  // After the document, and at once: on a quick line the first paint has it already.
  preload(figtree, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous', fetchPriority: 'low' })
  return (
    <>
      <Outlet />
      {session && (
        <Late failed={null}>
          <Toasts />
        </Late>
      )}
    </>
  )
}
