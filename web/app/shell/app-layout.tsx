import { Outlet } from 'react-router'
import { useOwnBrand } from '../platform/own-brand'
import { Footer } from './footer'
import { Header } from './header'
import classes from './layout.module.css'
import { OfflineNote } from './offline-note'
import { ProgressLine } from './progress-line'
import { Relogin } from './relogin'
import { Sidebar } from './sidebar'

/** Header, sidebar and footer around the screens (look.md "The shell"). */
export default function AppLayout() {
  const leaving = useOwnBrand()
  return (
    <>
      <a className={classes.skip} href="#contenido">
        Saltar al contenido
      </a>
      <ProgressLine />
      <Header />
      <div className={classes.body}>
        <Sidebar />
        <div>
          <main id="contenido" tabIndex={-1} className={classes.main}>
            {!leaving && <Outlet />}
          </main>
          <Footer />
        </div>
      </div>
      <OfflineNote />
      <Relogin />
    </>
  )
}
