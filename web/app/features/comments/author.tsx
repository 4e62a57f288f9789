import { Avatar } from '@mantine/core'
import { Picture } from '../../ui/picture'
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
