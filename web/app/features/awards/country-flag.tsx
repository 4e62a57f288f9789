import {
  AR,
  BO,
  BR,
  CL,
  CO,
  CR,
  CU,
  DO,
  EC,
  ES,
  GT,
  HN,
  MX,
  NI,
  PA,
  PE,
  PR,
  PY,
  SV,
  US,
  UY,
  VE,
} from 'country-flag-icons/react/3x2'
import classes from './country-flag.module.css'

/** The countries that students come from; all 250 flags would weigh more than the page. */
const FLAGS = new Map(
  Object.entries({ AR, BO, BR, CL, CO, CR, CU, DO, EC, ES, GT, HN, MX, NI, PA, PE, PR, PY, SV, US, UY, VE }),
)
const countryNames = new Intl.DisplayNames('es', { type: 'region' })

export function CountryFlag({ code }: { code: string }) {
  const Flag = FLAGS.get(code)
  if (!Flag)
    return (
      <span className={classes.code} title={code}>
        {code}
      </span>
    )
  const name = countryNames.of(code)
  return <Flag className={classes.flag} width={24} height={16} role="img" aria-label={name} title={name} />
}
