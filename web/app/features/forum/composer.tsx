import { Button } from '@mantine/core'
import { IconArrowBackUp, IconPencil, IconX } from '@tabler/icons-react'
import { Link } from 'react-router'
import { permalinkOf } from './address'
import classes from './forum.module.css'
import { T } from './texts'
import { useThread } from './thread-state'
import type { ReplyForm } from './use-reply'
import { WriteForm, warmWriting } from './writing'

/** Whom one answers, and the way out of it (storefront.md section 4). */
function Banner({ form, elsewhere }: { form: ReplyForm; elsewhere: boolean }) {
  const { to, forum, cancel } = form
  if (!to) return null
  return (
    <div className={classes.banner}>
      <IconArrowBackUp size={18} aria-hidden />
      <span>
        {T.answering} <strong>{to.nombre}</strong>
      </span>
      {elsewhere && (
        <Link to={permalinkOf(forum, to.id)} className={classes.see}>
          {T.see}
        </Link>
      )}
      <Button variant="subtle" size="compact-sm" h={44} leftSection={<IconX size={16} aria-hidden />} onClick={cancel}>
        {T.cancel}
      </Button>
    </div>
  )
}

/** Where an answer is written. */
export function Composer({ form, elsewhere = false }: { form: ReplyForm; elsewhere?: boolean }) {
  return (
    <WriteForm
      name={form.to ? `Responder a ${form.to.nombre}` : T.open}
      label={T.label}
      value={form.html}
      onChange={form.change}
      idForo={form.forum}
      wrong={form.wrong}
      busy={form.busy}
      send={T.send}
      onSend={form.send}
      onCancel={!form.to && form.html === '' ? form.cancel : undefined}
      autoFocus={form.asked}
    >
      <Banner form={form} elsewhere={elsewhere} />
    </WriteForm>
  )
}

/** The answer to the forum itself, below its posts; the editor comes when somebody is about to write. */
export function ForumReply({ form }: { form: ReplyForm }) {
  const beside = useThread((state) => state.beside)
  if (form.opened && !beside) return <Composer form={form} elsewhere={form.to !== null} />
  return (
    <button
      type="button"
      className={classes.open}
      onPointerEnter={warmWriting}
      onFocus={warmWriting}
      onClick={() => form.answer(null)}
    >
      <IconPencil size={20} aria-hidden />
      {T.open}
    </button>
  )
}
