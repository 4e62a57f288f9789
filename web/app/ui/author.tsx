import type { ForumPost } from '@campus/contract/forums'
import { IconSchool, IconShieldCheck } from '@tabler/icons-react'
import classes from './author.module.css'
import { Picture } from './picture'
import { Tag } from './tag'

type Who = { nombre: string; imagen: string | null; size?: 32 | 36 | 44 | 112 }

const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/)
  return `${words[0]?.[0] ?? ''}${words.length > 1 ? (words.at(-1)?.[0] ?? '') : ''}`.toUpperCase()
}

/** A person's photo, or their initials. Hundreds of them may stand on one screen: no more than an element or two. */
export function Face({ nombre, imagen, size = 44 }: Who) {
  return (
    <span className={classes.face} data-size={size} aria-hidden="true">
      {imagen ? <Picture src={imagen} alt="" ratio={1} sizes={`${size}px`} round /> : initialsOf(nombre)}
    </span>
  )
}

type Role = NonNullable<ForumPost['usuario']>['tipo_cliente']

/** Who teaches or runs the academy is told apart, by word and icon. */
export function RoleTag({ role }: { role: Role }) {
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
