import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconBrandLinkedin, IconBrandWhatsapp, IconCheck, IconDownload, IconLink } from '@tabler/icons-react'
import classes from './share-bar.module.css'
import { linkedInUrl, type Shared, whatsAppUrl } from './share-links'
import { T } from './texts'
import { useAddress } from './use-address'

/** Copies an address and says so for a second and a half. */
export function CopyLink({ address, what }: { address: string; what?: string }) {
  const { copy, copied, error } = useClipboard({ timeout: 1500 })
  return (
    <>
      <Button
        variant="default"
        onClick={() => copy(address)}
        leftSection={copied ? <IconCheck size={18} aria-hidden /> : <IconLink size={18} aria-hidden />}
        aria-label={what && !copied ? `${T.copy} de ${what}` : undefined}
      >
        {copied ? T.copied : T.copy}
      </Button>
      <span role="status" className={error ? classes.failed : 'visually-hidden'}>
        {error ? T.copyFailed : copied && T.copied}
      </span>
    </>
  )
}

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
