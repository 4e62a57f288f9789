import { Button } from '@mantine/core'
import { IconBrandLinkedin, IconBrandWhatsapp, IconDownload } from '@tabler/icons-react'
import { useAddress } from '../../platform/use-address'
import { CopyLink } from '../../ui/copy-link'
import classes from './share-bar.module.css'
import { linkedInUrl, type Shared, whatsAppUrl } from './share-links'
import { T } from './texts'

type ShareBarProps = { certificate: Omit<Shared, 'address' | 'marca'> & { pdf: string; enlace: string }; marca: string }

/** Download, copy the link, add to LinkedIn, send by WhatsApp. */
export function ShareBar({ certificate, marca }: ShareBarProps) {
  const address = useAddress(certificate.enlace)
  const shared = { ...certificate, address, marca }
  const what = certificate.modulo ?? certificate.curso
  const away = { target: '_blank', rel: 'noopener noreferrer' }
  return (
    <div className={classes.bar}>
      <Button
        component="a"
        href={certificate.pdf}
        download
        leftSection={<IconDownload size={18} aria-hidden />}
        aria-label={`${T.download} de ${what}`}
      >
        {T.download}
      </Button>
      <CopyLink address={address} what={what} />
      <span className={classes.networks}>
        <a href={linkedInUrl(shared)} {...away} className={classes.network} aria-label={`Añadir ${what} a LinkedIn`}>
          <IconBrandLinkedin size={22} aria-hidden />
        </a>
        <a href={whatsAppUrl(shared)} {...away} className={classes.network} aria-label={`Enviar ${what} por WhatsApp`}>
          <IconBrandWhatsapp size={22} aria-hidden />
        </a>
      </span>
    </div>
  )
}
