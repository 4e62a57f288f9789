import type { BannerSettings } from '@campus/contract/brands'
import { IconArrowRight, IconExternalLink } from '@tabler/icons-react'
import { isOurs, SmartLink } from '../../../ui/smart-link'
import classes from './quick-links.module.css'

/** The brand's buttons, at most three. */
export function QuickLinks({ settings }: { settings: BannerSettings }) {
  const links = [
    { text: settings.boton_1, to: settings.link_boton_1 },
    { text: settings.boton_2, to: settings.link_boton_2 },
    { text: settings.boton_3, to: settings.link_boton_3 },
  ].flatMap(({ text, to }) => (text && to ? [{ text, to }] : []))
  if (links.length === 0) return null
  return (
    <nav aria-label="Accesos rápidos">
      <ul className={classes.links}>
        {links.map(({ text, to }) => {
          const Arrow = isOurs(to) ? IconArrowRight : IconExternalLink
          return (
            <li key={text}>
              <SmartLink to={to} className={classes.link}>
                <span>{text}</span>
                <Arrow size={20} aria-hidden />
              </SmartLink>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
