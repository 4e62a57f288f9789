import type { ForumDetail } from '@campus/contract/forums'
import { type Icon, IconBell, IconBellOff, IconBellRinging, IconCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { client } from '../../../lib/client'
import { toast } from '../../../lib/toasts'
import { Menu, MenuChoice } from '../../../ui/menu'
import classes from './forum.module.css'
import post from './post.module.css'
import { TEXTS } from './texts'
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

const wayOf = (how: How): Way => WAYS.find((way) => way.how === how) ?? NORMAL

/** Follows or mutes a forum optimistically; rolls back on an error. */
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
      toast(TEXTS.followError, { color: 'red', title: 'Error' })
    },
    onSuccess: () => void patches.lists(),
  })
  return mutate
}

export function Follow({ forum }: { forum: ForumDetail }) {
  const follow = useFollow(forum)
  const now = wayOf(forum.seguimiento)
  return (
    <Menu
      width={300}
      button={(props) => (
        <button type="button" className={post.tool} aria-label={`${TEXTS.follow}: ${now.name}`} {...props}>
          <now.icon size={18} aria-hidden />
          <span>{now.name}</span>
        </button>
      )}
    >
      {WAYS.map(({ how, icon: Drawing, name, help }) => (
        <MenuChoice key={name} icon={IconCheck} chosen={how === now.how} onClick={() => how !== now.how && follow(how)}>
          <span className={classes.way}>
            <strong>{name}</strong>
            <span>{help}</span>
          </span>
          <Drawing size={20} aria-hidden />
        </MenuChoice>
      ))}
    </Menu>
  )
}
