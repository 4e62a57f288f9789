import { IconBrandLinkedin, IconBrandWhatsapp, IconDownload } from '@tabler/icons-react'
import { useBrand } from '../../lib/brand'
import { siteOf } from '../../lib/site'
import { AnchorButton } from '../../ui/button'
import { CopyLink } from '../../ui/copy-link'
import classes from './share-bar.module.css'
import { linkedInUrl, type SharedCertificate, whatsAppUrl } from './share-links'
import { TEXTS } from './texts'

type ShareBarProps = {
  certificate: Omit<SharedCertificate, 'address' | 'marca'> & { pdf: string; enlace: string }
  /** Where another act is the main one. */
  quiet?: boolean
}

export function ShareBar({ certificate, quiet = false }: ShareBarProps) {
  const brand = useBrand()
  const address = siteOf(brand).page(certificate.enlace)
  const shared = { ...certificate, address, marca: brand.nombre }
  const what = certificate.modulo ?? certificate.curso
  const newTab = { target: '_blank', rel: 'noopener noreferrer' }
  return (
    <div className={classes.bar}>
      <AnchorButton
        href={certificate.pdf}
        download
        variant={quiet ? 'light' : 'filled'}
        leftSection={<IconDownload size={18} aria-hidden />}
        aria-label={`${TEXTS.download} de ${what}`}
      >
        {quiet ? 'PDF' : TEXTS.download}
      </AnchorButton>
      <a
        href={linkedInUrl(shared)}
        {...newTab}
        className={classes.network}
        aria-label={`Añadir a LinkedIn: ${what}`}
        title="Añadir a LinkedIn"
      >
        <IconBrandLinkedin size={22} aria-hidden />
        {!quiet && <span>Añadir a LinkedIn</span>}
      </a>
      <a
        href={whatsAppUrl(shared)}
        {...newTab}
        className={classes.network}
        aria-label={`Enviar ${what} por WhatsApp`}
        title="WhatsApp"
      >
        <IconBrandWhatsapp size={22} aria-hidden />
        {!quiet && <span>WhatsApp</span>}
      </a>
      <CopyLink address={address} what={what} />
    </div>
  )
}
