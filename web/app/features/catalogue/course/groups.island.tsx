import type { GroupWithPlaces, OfferedGroup } from '@campus/contract/groups'
import { useEffect, useState } from 'react'
import { useBrand } from '../../../lib/brand'
import { client } from '../../../lib/client'
import { placesText, timesText } from '../../../lib/group-texts'
import { chooseGroup, chosenGroup } from '../../orders/orders'
import classes from './groups.module.css'

/** Fetched, because the page is the same for everyone and older than the last place taken. */
function usePlaces(course: number): Map<number, number | null> {
  const marca = String(useBrand().id)
  const [groups, setGroups] = useState<GroupWithPlaces[]>([])
  useEffect(() => {
    const asking = new AbortController()
    const options = { params: { path: { id: String(course) }, query: { marca } }, signal: asking.signal }
    // Without an answer the cart says it.
    client.GET('/api/cursos/{id}/grupos', options).then(
      ({ data }) => data && setGroups(data.data),
      () => undefined,
    )
    return () => asking.abort()
  }, [course, marca])
  return new Map(groups.map(({ id, libres }) => [id, libres]))
}

/** The choice goes to the cart of this device. */
export default function Groups({ course, groups }: { course: number; groups: OfferedGroup[] }) {
  const places = usePlaces(course)
  const [chosen, setChosen] = useState(0)
  useEffect(() => setChosen(chosenGroup(course)), [course])
  const full = groups.every(({ id }) => places.get(id) === 0)
  return (
    <fieldset className={classes.groups}>
      <legend>{groups.length > 1 ? 'Elige tu grupo' : 'Grupo'}</legend>
      {groups.map((group) => {
        const libres = places.get(group.id) ?? null
        return (
          <label key={group.id} className={classes.group}>
            <input
              type="radio"
              name="grupo"
              value={group.id}
              disabled={libres === 0}
              checked={chosen === group.id && libres !== 0}
              onChange={() => {
                setChosen(group.id)
                chooseGroup(course, group.id)
              }}
            />
            <span>
              <strong>{group.nombre}</strong>
              <span>{timesText(group)}</span>
              <span className={classes.places} data-full={libres === 0 || undefined}>
                {placesText(libres)}
              </span>
            </span>
          </label>
        )
      })}
      <p role="status" className={classes.full}>
        {full && 'Todos los grupos están llenos.'}
      </p>
    </fieldset>
  )
}
