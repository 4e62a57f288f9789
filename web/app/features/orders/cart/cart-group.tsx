import type { GroupWithPlaces } from '@campus/contract/groups'
import { useEffect, useState } from 'react'
import { hasPlaces, placesText, timesText } from '../../../lib/group-texts'
import { SelectField } from '../../../ui/field'
import { chooseGroup, chosenGroup } from '../orders'

const textOf = (group: GroupWithPlaces): string => [group.nombre, placesText(group.libres)].filter(Boolean).join(' · ')

/** The choice that a course sold for a group needs; the button to buy asks it to check itself. */
export default function CartGroup({ course, groups }: { course: number; groups: GroupWithPlaces[] }) {
  const [asked, setAsked] = useState(false)
  const [stored, setStored] = useState(() => chosenGroup(course))
  // One that is the last of several is still chosen by the buyer.
  const group = groups.find((one) => hasPlaces(one) && (one.id === stored || groups.length === 1))
  const chosen = group?.id
  useEffect(() => {
    if (chosen) chooseGroup(course, chosen)
  }, [course, chosen])
  return (
    <SelectField
      label="Grupo"
      note={group && timesText(group)}
      name={`grupo-${course}`}
      data-group
      required
      marked={false}
      value={chosen ?? ''}
      error={asked && !chosen && 'Elige tu grupo.'}
      onChange={({ target }) => setStored(Number(target.value))}
      onInvalid={(event) => {
        event.preventDefault()
        setAsked(true)
        event.currentTarget.focus()
      }}
    >
      <option value="">Elige tu grupo</option>
      {groups.map((one) => (
        <option key={one.id} value={one.id} disabled={!hasPlaces(one)}>
          {textOf(one)}
        </option>
      ))}
    </SelectField>
  )
}
