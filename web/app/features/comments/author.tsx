import type { Reply } from '@campus/contract/comments'
import { Avatar } from '@mantine/core'
import { IconSchool, IconShieldCheck } from '@tabler/icons-react'
import { Picture } from '../../ui/picture'
import { Tag } from '../../ui/tag'
import classes from './comments.module.css'

type Who = { nombre: string; imagen: string | null }

/** The person's photo, or their initials. */
export function Face({ nombre, imagen }: Who) {
  return (
    <span className={classes.face} aria-hidden="true">
      {imagen ? (
        <Picture src={imagen} alt="" ratio={1} sizes="44px" round />
      ) : (
        <Avatar name={nombre} color="brand" size={44} />
      )}
    </span>
  )
}

/** Who teaches or runs the academy is told apart, by word and icon. */
export function RoleTag({ role }: { role: Reply['usuario']['tipo_cliente'] }) {
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
