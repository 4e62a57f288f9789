import { useLocation } from 'react-router'
import { Guest, SignedIn } from '../ui/signed-in'
import CampusFooter from './campus-footer'
import Footer from './footer'

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
        <CampusFooter classes={classes} />
      </SignedIn>
    </>
  )
}
