import { Button, type ButtonProps } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy, type IconProps } from '@tabler/icons-react'
import { type ComponentType, useEffect, useEffectEvent } from 'react'
import classes from './copy-button.module.css'

const TEXTS = { copied: '¡Copiado!', failed: 'No se pudo copiar.' } as const

const FEEDBACK_MS = 1500

type CopyButtonProps = Pick<ButtonProps, 'variant' | 'className'> & {
  text: string
  label: string
  /** Distinguishes equal buttons for screen readers: "Copiar código de REF7". */
  what?: string
  icon?: ComponentType<IconProps>
  /** Replaces the announcement to screen readers. */
  onCopied?: () => void
  onFailed?: () => void
}

export function CopyButton(props: CopyButtonProps) {
  const { text, label, what, icon: Icon = IconCopy, variant = 'default', className, onCopied, onFailed } = props
  const { copy, copied, error, reset } = useClipboard({ timeout: FEEDBACK_MS })
  const reportCopied = useEffectEvent(() => onCopied?.())
  const reportFailed = useEffectEvent(() => onFailed?.())
  useEffect(() => {
    if (copied) reportCopied()
  }, [copied])
  // The hook resets only after success.
  const clear = useEffectEvent(() => reset())
  useEffect(() => {
    if (!error) return
    reportFailed()
    const timer = setTimeout(() => clear(), FEEDBACK_MS)
    return () => clearTimeout(timer)
  }, [error])
  return (
    <span className={classes.place}>
      <Button
        variant={variant}
        className={className}
        onClick={() => copy(text)}
        leftSection={copied ? <IconCheck size={18} aria-hidden /> : <Icon size={18} aria-hidden />}
        aria-label={what && !copied ? `${label} de ${what}` : undefined}
      >
        {copied ? TEXTS.copied : label}
      </Button>
      <span role="status" className={error ? classes.failed : 'visually-hidden'}>
        {error ? TEXTS.failed : copied && !onCopied && TEXTS.copied}
      </span>
    </span>
  )
}
