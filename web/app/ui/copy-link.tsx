import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconLink } from '@tabler/icons-react'
import classes from './copy-link.module.css'

const T = { copy: 'Copiar enlace', copied: '¡Copiado!', failed: 'No se pudo copiar.' } as const

/** Copies an address and says so for a second and a half; `what` tells one such button from another. */
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
        {error ? T.failed : copied && T.copied}
      </span>
    </>
  )
}
