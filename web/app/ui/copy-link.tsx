import { Button } from '@mantine/core'
import { IconCheck, IconLink } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import classes from './copy-link.module.css'

const T = { copy: 'Copiar enlace', copied: '¡Copiado!', failed: 'No se pudo copiar.' } as const

/** How long it is said that it is copied (storefront.md section 9). */
const SAID_MS = 1500

type Outcome = 'none' | 'copied' | 'failed'

/** Writes to the clipboard, which a browser without a secure address does not have. */
async function write(text: string): Promise<Outcome> {
  try {
    await navigator.clipboard.writeText(text)
    return 'copied'
  } catch {
    return 'failed'
  }
}

/** Copies an address and says so for a second and a half; `what` tells one such button from another. */
export function CopyLink({ address, what }: { address: string; what?: string }) {
  const [outcome, setOutcome] = useState<Outcome>('none')
  const copied = outcome === 'copied'
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setOutcome('none'), SAID_MS)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <>
      <Button
        variant="default"
        onClick={() => write(address).then(setOutcome)}
        leftSection={copied ? <IconCheck size={18} aria-hidden /> : <IconLink size={18} aria-hidden />}
        aria-label={what && !copied ? `${T.copy} de ${what}` : undefined}
      >
        {copied ? T.copied : T.copy}
      </Button>
      <span role="status" className={outcome === 'failed' ? classes.failed : 'visually-hidden'}>
        {outcome === 'failed' ? T.failed : copied && T.copied}
      </span>
    </>
  )
}
