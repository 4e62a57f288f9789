import type { ForumDetail } from '@campus/contract/forums'
import { IconChevronDown } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { lazy } from 'react'
import { client } from '../../../lib/client'
import { toast } from '../../../lib/toasts'
import { LateMenu, type MenuButton } from '../../../ui/late-menu'
import { wayOf } from './follow-ways'
import classes from './forum.module.css'
import { TEXTS } from './texts'
import { usePatches } from './use-posts'

type How = ForumDetail['seguimiento']

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

const loadMenu = () => import('./follow-menu')
const FollowMenu = lazy(loadMenu)

export function Follow({ forum }: { forum: ForumDetail }) {
  const follow = useFollow(forum)
  const now = wayOf(forum.seguimiento)
  const button: MenuButton = (props) => (
    <button type="button" className={classes.follow} aria-label={`${TEXTS.follow}: ${now.name}`} {...props}>
      <now.icon size={20} aria-hidden />
      <span>{now.name}</span>
      <IconChevronDown size={18} aria-hidden />
    </button>
  )
  return (
    <LateMenu button={button} load={loadMenu}>
      <FollowMenu button={button} chosen={forum.seguimiento} onChoose={follow} />
    </LateMenu>
  )
}
