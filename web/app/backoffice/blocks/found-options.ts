import type { OptionsFilter } from '@mantine/core'
import { nameMatcher } from '../../lib/text-search'

/** For a searchable `Select`: like every other search, without accents and whatever signs were typed. */
export const foundOptions: OptionsFilter = ({ options, search }) => {
  const fits = nameMatcher(search)
  return options.flatMap((option): ReturnType<OptionsFilter> => {
    if (!('group' in option)) return fits(option.label) ? [option] : []
    const items = option.items.filter(({ label }) => fits(label))
    return items.length > 0 ? [{ ...option, items }] : []
  })
}
