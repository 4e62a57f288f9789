import { Button, type ButtonProps } from '@mantine/core'
import { IconCheck, IconCopy, type IconProps } from '@tabler/icons-react'
import { type ComponentType, useEffect, useState } from 'react'
import classes from './copy-button.module.css'

const T = { copied: '¡Copiado!', failed: 'No se pudo copiar.' } as const

/** How long it is said what became of it (storefront.md section 9). */
const SAID_MS = 1500

type Outcome = 'copied' | 'failed'

/** Writes to the clipboard, which a browser without a secure address does not have. */
async function write(text: string): Promise<Outcome> {
  try {
    await navigator.clipboard.writeText(text)
    return 'copied'
  } catch {
    return 'failed'
  }
}

type CopyButtonProps = Pick<ButtonProps, 'variant' | 'className'> & {
  text: string
  /** What stands on the button. */
  label: string
  /** Tells one such button from another, for screen readers: "Copiar código de REF7". */
  what?: string
  icon?: ComponentType<IconProps>
  /** Says it in another way; then the button does not say it to screen readers. */
  onCopied?: () => void
  onFailed?: () => void
}

/** Copies a text and says for a second and a half what became of it. */
export function CopyButton(props: CopyButtonProps) {
  const { text, label, what, icon: Drawing = IconCopy, variant = 'default', className, onCopied, onFailed } = props
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(null), SAID_MS)
    return () => clearTimeout(timer)
  }, [outcome])
  const copied = outcome === 'copied'
  const copy = async () => {
    const became = await write(text)
    setOutcome(became)
    if (became === 'copied') onCopied?.()
    else onFailed?.()
  }
  return (
    <span className={classes.place}>
      <Button
        variant={variant}
        className={className}
        onClick={copy}
        leftSection={copied ? <IconCheck size={18} aria-hidden /> : <Drawing size={18} aria-hidden />}
        aria-label={what && !copied ? `${label} de ${what}` : undefined}
      >
        {copied ? T.copied : label}
      </Button>
      <span role="status" className={outcome === 'failed' ? classes.failed : 'visually-hidden'}>
        {outcome && !(copied && onCopied) && T[outcome]}
      </span>
    </span>
  )
}
