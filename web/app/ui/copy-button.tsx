import { IconCheck, IconCopy, type IconProps } from '@tabler/icons-react'
import { type ComponentProps, type ComponentType, useEffect, useState } from 'react'
import { Button } from './button'
import classes from './copy-button.module.css'

const TEXTS = { copied: '¡Copiado!', failed: 'No se pudo copiar.' } as const

const FEEDBACK_MS = 1500

type CopyButtonProps = Pick<ComponentProps<typeof Button>, 'variant'> & {
  text: string
  label: string
  /** Distinguishes equal buttons for screen readers: "Copiar código de REF7". */
  what?: string | undefined
  icon?: ComponentType<IconProps>
  /** Replaces the announcement to screen readers. */
  onCopied?: () => void
  onFailed?: () => void
}

export function CopyButton(props: CopyButtonProps) {
  const { text, label, what, icon: Icon = IconCopy, variant = 'default', onCopied, onFailed } = props
  const [outcome, setOutcome] = useState<{ copied: boolean }>()
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(undefined), FEEDBACK_MS)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome({ copied: true })
      onCopied?.()
    } catch {
      setOutcome({ copied: false })
      onFailed?.()
    }
  }
  const copied = outcome?.copied
  return (
    <span className={classes.place}>
      <Button
        variant={variant}
        onClick={copy}
        leftSection={copied ? <IconCheck size={18} aria-hidden /> : <Icon size={18} aria-hidden />}
        aria-label={what && !copied ? `${label} de ${what}` : undefined}
      >
        {copied ? TEXTS.copied : label}
      </Button>
      <span role="status" className={copied === false ? classes.failed : 'visually-hidden'}>
        {copied === false ? TEXTS.failed : copied && !onCopied && TEXTS.copied}
      </span>
    </span>
  )
}
