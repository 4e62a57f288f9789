import { lazy } from 'react'
import { Outlet, type UIMatch, useMatches } from 'react-router'
import { useBrandRedirect } from '../lib/brand-redirect'
import { Late } from '../ui/late'
import { SignedIn } from '../ui/signed-in'
import bottomBar from './bottom-bar.module.css'
import { ExamNotice } from './exam-notice'
import footer from './footer.module.css'
import type { GuardHandle } from './guard'
import { Header } from './header'
import classes from './layout.module.css'
import nav from './nav.module.css'
import { OfflineNote } from './offline-note'
import { ProgressLine } from './progress-line'

// The server draws them at once; the browser loads their code after the page's. Their styles come with the page, as props of
// theirs: an import that is not used would be left out.
const BottomBar = import.meta.env.SSR ? (await import('./bottom-bar')).default : lazy(() => import('./bottom-bar'))
const Sidebar = import.meta.env.SSR ? (await import('./sidebar')).default : lazy(() => import('./sidebar'))
const PublicFooter = import.meta.env.SSR
  ? (await import('./public-footer')).default
  : lazy(() => import('./public-footer'))

const isFramed = (match: UIMatch): match is UIMatch<unknown, GuardHandle> => Boolean(match.handle)

function FooterPlace() {
  const OfScreens = useMatches().find(isFramed)?.handle.Footer
  if (OfScreens) return <OfScreens classes={footer} />
  return (
    <Late failed={null}>
      <PublicFooter classes={footer} />
    </Late>
  )
}

// The same elements on each render: an update would draw parts again that are still hydrating.
const HEADER = <Header />
const FOOTER = <FooterPlace />
const SIDE = (
  <SignedIn className={classes.side}>
    <Late failed={null}>
      <Sidebar classes={nav} />
    </Late>
  </SignedIn>
)
const BOTTOM = (
  <Late failed={null}>
    <BottomBar classes={bottomBar} />
  </Late>
)

export default function AppLayout() {
  const leaving = useBrandRedirect()
  return (
    <>
      <a className={classes.skip} href="#contenido">
        Saltar al contenido
      </a>
      <ProgressLine />
      {HEADER}
      <div className={classes.body}>
        {SIDE}
        <div className={classes.content}>
          <main id="contenido" tabIndex={-1} className={classes.main}>
            {!leaving && <ExamNotice />}
            {!leaving && <Outlet />}
          </main>
          {FOOTER}
        </div>
      </div>
      {BOTTOM}
      <OfflineNote />
    </>
  )
}
