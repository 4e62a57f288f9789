import { Link } from 'react-router'
import { Guest, SignedIn } from '../../../ui/signed-in'
import { SmartLink } from '../../../ui/smart-link'
import classes from './actions.module.css'
import landing from './landing.module.css'
import { TEXTS } from './texts'

type ActionsProps = {
  /** Where the academy leads first. */
  to: string
  label: string
  /** For guests. */
  join: string
}

/** The way in, on the brand's colour. */
export function Actions({ to, label, join }: ActionsProps) {
  return (
    <div className={classes.actions}>
      <SmartLink to={to} className={`${landing.button} ${classes.main}`}>
        {label}
      </SmartLink>
      <Guest>
        <Link to="/registro" prefetch="intent" className={`${landing.button} ${classes.second}`}>
          {join}
        </Link>
      </Guest>
      <SignedIn>
        <Link to="/inicio" prefetch="intent" className={`${landing.button} ${classes.second}`}>
          {TEXTS.campus}
        </Link>
      </SignedIn>
    </div>
  )
}
