import { IconBrandWhatsapp, IconMail, IconMapPin, IconPhone } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useBrand } from '../../lib/brand'
import { IconTile } from '../../ui/icon-tile'
import { Panel } from '../../ui/panel'
import classes from './support.module.css'

type ChannelProps = { icon: typeof IconMail; label: string; href?: string; children: ReactNode }

function Channel({ icon, label, href, children }: ChannelProps) {
  const outside = href?.startsWith('https:') ? { target: '_blank', rel: 'noopener noreferrer' } : {}
  const inside = (
    <>
      <IconTile icon={icon} />
      <span className={classes.channelWords}>
        <span className={classes.channelLabel}>{label}</span>
        <span className={classes.channelValue}>{children}</span>
      </span>
    </>
  )
  return (
    <li>
      {href ? (
        <a className={classes.channel} href={href} {...outside}>
          {inside}
        </a>
      ) : (
        <div className={classes.channel}>{inside}</div>
      )}
    </li>
  )
}

/** The number of a `wa.me` address, written for people. */
const whatsappNumber = (address: string): string => {
  const digits = address.match(/wa\.me\/51(\d{9})/)?.[1]
  return digits ? `+51 ${digits.slice(0, 3)} ${digits.slice(3, 6)} ${digits.slice(6)}` : 'Escríbenos'
}

export function Channels() {
  const { correo, telefono, direccion, redes } = useBrand()
  return (
    <Panel>
      <section aria-labelledby="canales">
        <h2 id="canales" className={classes.heading}>
          Otros canales
        </h2>
        <ul className={classes.channels}>
          <Channel icon={IconMail} label="Correo electrónico" href={`mailto:${correo}`}>
            {correo}
          </Channel>
          <Channel icon={IconPhone} label="Teléfono" href={`tel:${telefono.replace(/[^+\d]/g, '')}`}>
            {telefono}
          </Channel>
          {redes.whatsapp && (
            <Channel icon={IconBrandWhatsapp} label="WhatsApp" href={redes.whatsapp}>
              {whatsappNumber(redes.whatsapp)}
            </Channel>
          )}
          <Channel icon={IconMapPin} label="Dirección">
            {direccion}
          </Channel>
        </ul>
      </section>
    </Panel>
  )
}
