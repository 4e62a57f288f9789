import classes from './country-flag.module.css'
import { FLAGS, stripesOf } from './flags'

/** A country's flag with its name for who cannot see it; a country without a drawing shows its two letters. */
export function CountryFlag({ code }: { code: string }) {
  const flag = FLAGS[code]
  if (!flag)
    return (
      <span className={classes.code} title={code}>
        {code}
      </span>
    )
  return (
    <svg className={classes.flag} viewBox="0 0 30 20" width="24" height="16" role="img" aria-label={flag.name}>
      <title>{flag.name}</title>
      {stripesOf(flag).map(({ colour, at, size }) => (
        <rect
          key={at}
          fill={colour}
          {...(flag.from === 'top' ? { y: at, width: 30, height: size } : { x: at, width: size, height: 20 })}
        />
      ))}
      {flag.over?.map(([colour, path]) => (
        <path key={path} fill={colour} d={path} />
      ))}
    </svg>
  )
}
