import { checkPage } from '@campus/contract/documents/site'
import { PAGE_PLACES } from '@campus/contract/pages'
import { Stack, TextInput } from '@mantine/core'
import { useParams } from 'react-router'
import { useFields } from '../blocks/findings'
import { withLimit } from '../blocks/limits'
import { type Editor, OpenDocument } from '../blocks/open-document'
import { PlacesField } from '../blocks/places-field'
import { SiteEditor } from './site-editor'

const PLACES = Object.entries(PAGE_PLACES).map(([name, label]) => ({ name, label }))

function Fields({ editor: { document, change } }: { editor: Editor<'pagina'> }) {
  const of = useFields(document, change)
  return (
    <Stack gap="lg">
      <TextInput label="Título" {...withLimit(document.titulo, 120)} {...of('titulo')} />
      <PlacesField
        label="Texto"
        description="En Markdown: «## Título», «- lista», «**negrita**», «[texto](enlace)»."
        maxLength={60_000}
        minRows={16}
        places={PLACES}
        {...of('markdown')}
      />
    </Stack>
  )
}

/** The editor of a written page. */
export default function PageScreen() {
  const { clave = '' } = useParams()
  return (
    <OpenDocument key={clave} kind="pagina" objeto={`pagina:${clave}`}>
      {(editor) => (
        <SiteEditor
          editor={editor}
          title={editor.document.titulo || 'Página sin título'}
          found={checkPage(editor.document, { lugares: Object.keys(PAGE_PLACES) })}
        >
          <Fields editor={editor} />
        </SiteEditor>
      )}
    </OpenDocument>
  )
}
