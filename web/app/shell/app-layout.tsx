import { Outlet, type UIMatch, useLocation, useMatches } from 'react-router'
import { useBrandRedirect } from '../lib/brand-redirect'
import { useSession } from '../lib/session'
import { SignedIn } from '../ui/signed-in'
import { BottomBar } from './bottom-bar'
import { Footer } from './footer'
import type { CampusHandle } from './guard'
import { Header } from './header'
import classes from './layout.module.css'
import { ExamNotice, OfflineNote, ProgressLine, SkipLink } from './notes'
import { Sidebar } from './sidebar'

/** Public pages that are the campus to students; a certificate has this frame for its owner alone. */
const COMMUNITY = /^\/(premios|referidos|certificado\/.+)$/

const isCampus = ({ handle }: UIMatch) => (handle as Partial<CampusHandle> | undefined)?.campus === true

// The same elements on each render: an update would draw parts again that are still hydrating.
const HEADER = <Header />
const SIDE = (
  <SignedIn className={classes.side}>
    <Sidebar />
  </SignedIn>
)
const BOTTOM = <BottomBar />

/** The frame of the campus and of the public pages. */
export default function AppLayout() {
  const leaving = useBrandRedirect()
  const { pathname } = useLocation()
  const campus = useMatches().some(isCampus)
  const community = COMMUNITY.test(pathname) ? 'signed' : undefined
  // A public document is mostly read by guests: to a student its scripts bring them, into places that are kept free.
  const menus = useSession() !== undefined || campus
  return (
    <>
      <SkipLink />
      <ProgressLine />
      {HEADER}
      <div className={classes.body}>
        {menus && SIDE}
        <div className={classes.content}>
          <main id="contenido" tabIndex={-1} className={classes.main}>
            {!leaving && <ExamNotice />}
            {!leaving && <Outlet />}
          </main>
          <Footer folded={campus ? 'campus' : community} />
        </div>
      </div>
      {menus && BOTTOM}
      <OfflineNote />
    </>
  )
}
