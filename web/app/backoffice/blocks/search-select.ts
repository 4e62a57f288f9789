import type { OptionsFilter } from '@mantine/core'
import { useState } from 'react'
import { useDebounced } from '../../lib/debounced'

/** The server filtered, without accents. */
const asFound: OptionsFilter = ({ options }) => options

type Option = { value: string; label: string }

/** State of a Mantine `Select` whose options the server finds by `q`; the chosen one's name may come later. */
export function useSearchSelect(value: string, onChange: (id: string) => void) {
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<Option | null>(null)
  const known = value === '' || chosen?.value === value
  // The chosen one's name stands in the field and is no search.
  const q = useDebounced(search === chosen?.label ? '' : search.trim(), 250)
  const propsOf = (found: Option[], name: string | undefined) => {
    const named = value !== '' && name !== undefined ? { value, label: name } : null
    const own = chosen?.value === value ? chosen : named
    return {
      searchable: true,
      filter: asFound,
      data: own && !found.some((option) => option.value === own.value) ? [own, ...found] : found,
      value: value === '' ? null : value,
      onSearchChange: setSearch,
      onChange: (id: string | null, option: Option | null) => {
        setChosen(option)
        onChange(id ?? '')
      },
    }
  }
  return { q, known, propsOf }
}
