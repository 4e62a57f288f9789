import type { Referral } from '@campus/contract/referrals'
import { IconBrandWhatsapp, IconMail } from '@tabler/icons-react'
import { useBrand } from '../../lib/brand'
import { AnchorButton } from '../../ui/button'
import { CopyLink } from '../../ui/copy-link'
import { Panel } from '../../ui/panel'
import { inviteUrl, mailUrl, whatsAppUrl } from './invite-links'
import classes from './referrals.module.css'
import { TEXTS } from './texts'

/** Each code as a link, a WhatsApp message and a mail. */
export function Share({ codes }: { codes: Referral[] }) {
  const brand = useBrand()
  return (
    <Panel>
      <section aria-labelledby="compartir">
        <h2 id="compartir" className={classes.title}>
          {TEXTS.share}
        </h2>
        <p className={classes.note}>{TEXTS.shareText}</p>
        <ul className={classes.shared}>
          {codes.map(({ id, codigo }) => (
            <li key={id}>
              <p className={classes.link}>{inviteUrl(brand, codigo)}</p>
              <div className={classes.buttons}>
                <AnchorButton
                  href={whatsAppUrl(brand, codigo)}
                  target="_blank"
                  rel="noopener noreferrer"
                  leftSection={<IconBrandWhatsapp size={18} aria-hidden />}
                  aria-label={`WhatsApp: enviar ${codigo}`}
                >
                  WhatsApp
                </AnchorButton>
                <AnchorButton
                  href={mailUrl(brand, codigo)}
                  variant="default"
                  leftSection={<IconMail size={18} aria-hidden />}
                  aria-label={`Correo: enviar ${codigo}`}
                >
                  Correo
                </AnchorButton>
                <CopyLink address={inviteUrl(brand, codigo)} what={codigo} />
              </div>
            </li>
          ))}
        </ul>
      </section>
    </Panel>
  )
}
