import './public-layout.css'
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import { preload } from 'react-dom'
import { Outlet } from 'react-router'
import { useSession } from '../lib/session'
import { SCRIPTS_WAIT } from '../lib/waiting-scripts'
import { Toasts } from './notes'

export const handle = SCRIPTS_WAIT

/** Around pages that are complete without scripts. */
export default function PublicLayout() {
  const session = useSession()
  // After the document, and at once: on a quick line the first paint has it already.
  preload(figtree, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous', fetchPriority: 'low' })
  return (
    <>
      <Outlet />
      {session && <Toasts />}
    </>
  )
}
