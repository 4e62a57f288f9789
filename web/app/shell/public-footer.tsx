import { lazy } from 'react'
import { useLocation } from 'react-router'
import { Late } from '../ui/late'
import { Guest, SignedIn } from '../ui/signed-in'
import Footer from './footer'

// It comes with what a student's screen draws, which guests need not load.
const CampusFooter = import.meta.env.SSR
  ? (await import('./campus-footer')).default
  : lazy(() => import('./campus-footer'))

/** Public pages that are the campus to students; a certificate has this frame for its owner alone. */
const COMMUNITY = /^\/(premios|referidos|certificado\/.+)$/

export default function PublicFooter({ classes }: { classes: typeof import('./footer.module.css').default }) {
  const { pathname } = useLocation()
  if (!COMMUNITY.test(pathname)) return <Footer classes={classes} />
  return (
    <>
      <Guest>
        <Footer classes={classes} />
      </Guest>
      <SignedIn>
        <Late failed={null}>
          <CampusFooter classes={classes} />
        </Late>
      </SignedIn>
    </>
  )
}
