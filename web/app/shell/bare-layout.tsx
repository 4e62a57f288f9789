import { Outlet } from 'react-router'
import { Queries } from '../platform/queries'
import classes from './layout.module.css'
import { ProgressLine } from './progress-line'

/** Screens without navbar, sidebar and footer (campus.md section 2). */
export default function BareLayout() {
  return (
    <>
      <ProgressLine />
      <main id="contenido" tabIndex={-1} className={classes.bare}>
        <Queries>
          <Outlet />
        </Queries>
      </main>
    </>
  )
}
