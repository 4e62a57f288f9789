import { IconArrowBackUp, IconX } from '@tabler/icons-react'
import { Link } from 'react-router'
import { Button } from '../../../ui/button'
import classes from './forum.module.css'
import { permalinkOf } from './post-address'
import { TEXTS } from './texts'
import type { ReplyForm } from './use-reply'
import { WriteForm } from './write-form'

/** Who is being answered, and how to cancel it. */
function Banner({ form, elsewhere }: { form: ReplyForm; elsewhere: boolean }) {
  const { to, forum, cancel } = form
  if (!to) return null
  return (
    <div className={classes.banner}>
      <IconArrowBackUp size={18} aria-hidden />
      <span>
        {TEXTS.answering} <strong>{to.nombre}</strong>
      </span>
      {elsewhere && (
        <Link to={permalinkOf(forum, to.id)} className={classes.see}>
          {TEXTS.see}
        </Link>
      )}
      <Button variant="subtle" size="compact" leftSection={<IconX size={16} aria-hidden />} onClick={cancel}>
        {TEXTS.cancel}
      </Button>
    </div>
  )
}

/** Late, as what it writes with. */
export default function Composer({ form, elsewhere = false }: { form: ReplyForm; elsewhere?: boolean }) {
  return (
    <WriteForm
      name={form.to ? `Responder a ${form.to.nombre}` : TEXTS.open}
      label={TEXTS.label}
      value={form.html}
      onChange={form.change}
      idForo={form.forum}
      error={form.error}
      busy={form.busy}
      send={TEXTS.send}
      onSend={form.send}
      onCancel={!form.to && form.html === '' ? form.cancel : undefined}
      autoFocus={form.autoFocus}
    >
      <Banner form={form} elsewhere={elsewhere} />
    </WriteForm>
  )
}
