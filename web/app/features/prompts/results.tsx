import type { GeneratedPrompt } from '@campus/contract/prompts'
import { useEffect, useRef } from 'react'
import { CopyButton } from '../../ui/copy-button'
import { GrowingTextarea } from '../../ui/growing-textarea'
import { Panel } from '../../ui/panel'
import classes from './prompts.module.css'
import { promptName, TEXTS } from './texts'

/** Read-only: it can be selected and copied. */
export function Prompt({ prompt: { titulo, contenido_generado }, index }: { prompt: GeneratedPrompt; index: number }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const name = promptName(index)
  return (
    <div className={classes.prompt}>
      <GrowingTextarea
        ref={field}
        label={`${name}: ${titulo}`}
        value={contenido_generado}
        readOnly
        minRows={3}
        maxRows={14}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton
        text={contenido_generado}
        label={TEXTS.copy}
        what={name}
        variant="light"
        // Copying was not allowed, so the text is selected to be copied by hand.
        onFailed={() => field.current?.focus()}
      />
    </div>
  )
}

/** Takes the focus, because it appears below the pressed button. */
export function Results({ prompts }: { prompts: GeneratedPrompt[] }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Panel>
      <section aria-labelledby="resultados">
        <h2 id="resultados" ref={heading} tabIndex={-1} className={classes.title}>
          {TEXTS.results}
        </h2>
        <div className={classes.prompts}>
          {prompts.map((prompt, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: their place is their name
            <Prompt key={index} prompt={prompt} index={index} />
          ))}
        </div>
      </section>
    </Panel>
  )
}
