import type { ForumDetail } from '@campus/contract/forums'
import { notifications } from '@mantine/notifications'
import { type Icon, IconBell, IconBellOff, IconBellRinging, IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { client } from '../../platform/client'
import { Dropdown } from '../../ui/dropdown'
import items from '../../ui/dropdown.module.css'
import classes from './forum.module.css'
import { T } from './texts'
import { usePatches } from './use-posts'

type How = ForumDetail['seguimiento']
type Way = { how: How; icon: Icon; name: string; help: string }

const NORMAL: Way = {
  how: null,
  icon: IconBell,
  name: 'Sin seguir',
  help: 'Te avisamos si te responden o te mencionan.',
}
const WAYS: readonly Way[] = [
  { how: 'siguiendo', icon: IconBellRinging, name: 'Siguiendo', help: 'Te avisamos de cada respuesta nueva.' },
  NORMAL,
  { how: 'silenciado', icon: IconBellOff, name: 'Silenciado', help: 'Solo te avisamos si te mencionan.' },
]

/** Follows or mutes a forum, or neither; answers at once and rolls back. */
function useFollow({ id, seguimiento }: ForumDetail) {
  const patches = usePatches(id)
  const { mutate } = useMutation({
    mutationFn: (how: How) =>
      client.PUT('/api/foros/{id}/seguimiento', {
        params: { path: { id: String(id) } },
        body: { seguimiento: how },
      }),
    meta: { handled: true },
    onMutate: (how) => {
      patches.forum(() => ({ seguimiento: how }))
      return seguimiento
    },
    onError: (_error, _how, before) => {
      patches.forum(() => ({ seguimiento: before ?? null }))
      notifications.show({ color: 'red', title: 'Error', message: T.followError, role: 'alert' })
    },
    onSuccess: () => void patches.lists(),
  })
  return mutate
}

/** What a person hears of this forum, and how to change it. */
export function Follow({ forum }: { forum: ForumDetail }) {
  const follow = useFollow(forum)
  const now = WAYS.find(({ how }) => how === forum.seguimiento) ?? NORMAL
  return (
    <Dropdown
      role="menu"
      label={T.follow}
      width={300}
      button={(button) => (
        <button {...button} type="button" className={classes.follow} aria-label={`${T.follow}: ${now.name}`}>
          <now.icon size={20} aria-hidden />
          {now.name}
          <IconChevronDown size={18} aria-hidden />
        </button>
      )}
    >
      {({ close }) =>
        WAYS.map(({ how, icon: Drawing, name, help }) => (
          <button
            key={name}
            type="button"
            role="menuitemradio"
            aria-checked={how === now.how}
            tabIndex={-1}
            className={items.item}
            onClick={() => {
              close()
              if (how !== now.how) follow(how)
            }}
          >
            <Drawing size={20} aria-hidden />
            <span className={classes.way}>
              <strong>{name}</strong>
              <span>{help}</span>
            </span>
            {how === now.how && <IconCheck size={18} aria-hidden />}
          </button>
        ))
      }
    </Dropdown>
  )
}
