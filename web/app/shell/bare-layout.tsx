import { Outlet } from 'react-router'
import { Queries } from '../platform/queries'
import { BareLinks } from './bare-links'
import classes from './layout.module.css'
import { ProgressLine } from './progress-line'

/** Screens without navbar, sidebar and footer (campus.md section 2). */
export default function BareLayout() {
  return (
    <>
      <ProgressLine />
      <div className={classes.bare}>
        <main id="contenido" tabIndex={-1}>
          <Queries>
            <Outlet />
          </Queries>
        </main>
        <BareLinks />
      </div>
    </>
  )
}
