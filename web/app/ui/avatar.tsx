import { IconSchool, IconShieldCheck } from '@tabler/icons-react'
import { initials } from '../lib/names'
import classes from './avatar.module.css'
import { Picture } from './picture'
import { Tag } from './tag'

type AvatarProps = { nombres: string; apellidos: string; imagen: string | null; size?: 32 | 36 | 44 | 112 }

/** At most two elements, because a screen may show hundreds. */
export function Avatar({ nombres, apellidos, imagen, size = 44 }: AvatarProps) {
  return (
    <span className={classes.avatar} data-size={size} aria-hidden="true">
      {imagen ? <Picture src={imagen} alt="" ratio={1} sizes={`${size}px`} round /> : initials(nombres, apellidos)}
    </span>
  )
}

/** Marks teachers and staff by icon and word. */
export function RoleTag({ role }: { role: string }) {
  if (role === 'Docente')
    return (
      <Tag icon={IconSchool} tone="fair">
        Docente
      </Tag>
    )
  if (role === 'Administrador')
    return (
      <Tag icon={IconShieldCheck} tone="fair">
        Academia
      </Tag>
    )
  return null
}
