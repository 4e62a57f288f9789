import { Stack, Text } from '@mantine/core'
import { diffWordsWithSpace } from 'diff'
import { differencesOf } from './differences'
import classes from './differences.module.css'

/** Added and removed words are marked by more than their colour. */
function Words({ before, after }: { before: string; after: string }) {
  return (
    <p className={classes.words}>
      {diffWordsWithSpace(before, after).map(({ value, added, removed }, place) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, in its order
        if (added) return <ins key={place}>{value}</ins>
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, in its order
        if (removed) return <del key={place}>{value}</del>
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, in its order
        return <span key={place}>{value}</span>
      })}
    </p>
  )
}

/** Field by field and word by word; loaded late, with its library. */
export default function DifferencesView({ before, after }: { before: unknown; after: unknown }) {
  const differences = differencesOf(before, after)
  if (differences.length === 0) return <Text c="dimmed">No hay diferencias.</Text>
  return (
    <Stack gap="md" component="dl" className={classes.list}>
      {differences.map((difference) => (
        <div key={difference.field}>
          <dt>{difference.field}</dt>
          <dd>
            <Words {...difference} />
          </dd>
        </div>
      ))}
    </Stack>
  )
}
