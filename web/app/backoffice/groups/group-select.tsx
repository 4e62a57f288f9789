import type { GroupRow } from '@campus/contract/groups.staff'
import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { count } from '../../lib/format'

type Choice = Pick<GroupRow, 'id' | 'nombre' | 'libres'>

function optionOf({ id, nombre, libres }: Choice, places: boolean) {
  if (!places || libres === null) return { value: String(id), label: nombre }
  const left = libres === 0 ? 'sin vacantes' : count(libres, 'vacante', 'vacantes')
  return { value: String(id), label: `${nombre} (${left})` }
}

type GroupSelectProps = Omit<NativeSelectProps, 'data'> & {
  groups: readonly Choice[]
  /** What an empty value means: *Sin grupo*. */
  none: string
  /** With the places that they have left. */
  places?: boolean
}

/** One of these groups. */
export const GroupSelect = ({ groups, none, places = false, ...props }: GroupSelectProps) => (
  <NativeSelect
    label="Grupo"
    {...props}
    data={[{ value: '', label: none }, ...groups.map((group) => optionOf(group, places))]}
  />
)
