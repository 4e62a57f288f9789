import { Button, TextInput } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { T } from './texts'
import classes from './verification.module.css'

/** Asks for a code. A plain form, so that it works without JavaScript. */
export function VerificationForm({ typed, wrong }: { typed: string; wrong: boolean }) {
  return (
    <form method="get" action="/certificado" className={classes.form}>
      <TextInput
        name="codigo"
        label={T.codeLabel}
        description={T.codeHint}
        error={wrong ? T.codeError : undefined}
        defaultValue={typed}
        required
        withAsterisk={false}
        maxLength={60}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        size="lg"
      />
      <Button type="submit" size="lg" leftSection={<IconShieldCheck size={20} aria-hidden />}>
        {T.verify}
      </Button>
    </form>
  )
}
