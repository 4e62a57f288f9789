import { Outlet } from 'react-router'
import { BareLinks } from './bare-links'
import classes from './layout.module.css'
import { ProgressLine } from './progress-line'

/** Without header, sidebar and footer (docs/product/accounts.md 9.3). */
export default function BareLayout() {
  return (
    <>
      <ProgressLine />
      <div className={classes.bare}>
        <main id="contenido" tabIndex={-1}>
          <Outlet />
        </main>
        <BareLinks />
      </div>
    </>
  )
}
