import type { PromptHistory, PromptTopic } from '@campus/contract/prompts'
import { IconChevronDown, IconRepeat } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../lib/client'
import { formatDateTime } from '../../lib/format'
import { Button } from '../../ui/button'
import { Loaded } from '../../ui/loaded'
import { Panel } from '../../ui/panel'
import { Skeleton } from '../../ui/skeleton'
import { Stack } from '../../ui/stack'
import type { Answers } from './prompt-answers'
import classes from './prompts.module.css'
import { Prompt } from './results'
import { TEXTS } from './texts'

const PER_PAGE = 5

export const HISTORY = ['prompts-generados'] as const

function useHistory() {
  return useInfiniteQuery({
    queryKey: HISTORY,
    queryFn: async ({ pageParam, signal }) => {
      const query = { page: pageParam, per_page: PER_PAGE }
      const { data } = await client.GET('/api/prompts-generados', { params: { query }, signal })
      if (!data) throw new Error('a page without data')
      return data.data
    },
    initialPageParam: 1,
    getNextPageParam: (last) => (last.current_page < last.last_page ? last.current_page + 1 : null),
  })
}

type EntryProps = { entry: PromptHistory; onReuse: (() => void) | undefined }

function Entry({ entry: { tema, creado_en, resultados }, onReuse }: EntryProps) {
  const [opened, setOpened] = useState(false)
  return (
    <details className={classes.entry} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>
        <span>
          <strong>{tema}</strong>
          <time dateTime={creado_en}>{formatDateTime(creado_en)}</time>
        </span>
        <IconChevronDown size={20} aria-hidden />
      </summary>
      {/* A closed text area would measure a height of zero. */}
      {opened && (
        <div className={classes.prompts}>
          {resultados.map((prompt, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: their place is their name
            <Prompt key={index} prompt={prompt} index={index} />
          ))}
          {onReuse && (
            <Button variant="default" leftSection={<IconRepeat size={18} aria-hidden />} onClick={onReuse}>
              {TEXTS.reuse}
            </Button>
          )}
        </div>
      )}
    </details>
  )
}

type HistoryProps = {
  /** Only the answers of a topic that is still offered can be used again. */
  offered: PromptTopic[]
  onReuse: (topic: number, answers: Answers) => void
}

/** The student's previous results, newest first. */
export function History({ offered, onReuse }: HistoryProps) {
  const query = useHistory()
  return (
    <Panel>
      <section aria-labelledby="historial">
        <h2 id="historial" className={classes.title}>
          {TEXTS.history}
        </h2>
        <Loaded
          query={query}
          skeleton={
            <Stack gap="sm">
              <Skeleton height={56} />
              <Skeleton height={56} />
            </Stack>
          }
          errorTitle={TEXTS.historyError}
        >
          {({ pages }) => {
            const entries = pages.flatMap((page) => page.data)
            if (entries.length === 0) return <p className={classes.none}>{TEXTS.historyEmpty}</p>
            return entries.map((entry) => (
              <Entry
                key={entry.id}
                entry={entry}
                onReuse={
                  offered.some(({ id }) => id === entry.id_tema)
                    ? () => onReuse(entry.id_tema, entry.respuestas)
                    : undefined
                }
              />
            ))
          }}
        </Loaded>
        {query.hasNextPage && (
          <Button
            variant="light"
            fullWidth
            below
            loading={query.isFetchingNextPage}
            onClick={() => query.fetchNextPage()}
          >
            {TEXTS.more}
          </Button>
        )}
      </section>
    </Panel>
  )
}
