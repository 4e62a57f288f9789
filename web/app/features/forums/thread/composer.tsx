import { Button } from '@mantine/core'
import { IconArrowBackUp, IconPencil, IconX } from '@tabler/icons-react'
import { Link } from 'react-router'
import { preloadRichEditor } from '../editor/preload'
import classes from './forum.module.css'
import { permalinkOf } from './post-address'
import { TEXTS } from './texts'
import { useThread } from './thread-state'
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
      <Button variant="subtle" size="compact-sm" h={44} leftSection={<IconX size={16} aria-hidden />} onClick={cancel}>
        {TEXTS.cancel}
      </Button>
    </div>
  )
}

export function Composer({ form, elsewhere = false }: { form: ReplyForm; elsewhere?: boolean }) {
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

/** The answer to the forum, below its posts; a button until the student starts to write. */
export function ForumReply({ form }: { form: ReplyForm }) {
  const beside = useThread((state) => state.beside)
  if (form.opened && !beside) return <Composer form={form} elsewhere={form.to !== null} />
  return (
    <button
      type="button"
      className={classes.open}
      onPointerEnter={preloadRichEditor}
      onFocus={preloadRichEditor}
      onClick={() => form.answer(null)}
    >
      <IconPencil size={20} aria-hidden />
      {TEXTS.open}
    </button>
  )
}
