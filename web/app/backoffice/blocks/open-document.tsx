import type { DocumentKind, DocumentOf, DocumentView } from '@campus/contract/documents/documents'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { ApiError } from '../../lib/errors'
import { useWindowEvent } from '../../lib/events'
import { useSession } from '../../lib/session'
import { type DraftReference, readDocument, sendDocument, setAside } from './document-calls'
import { DocumentStore, type SaveState } from './document-store'
import { byPath, FindingsProvider } from './findings'
import { LoadedScreen } from './loaded-screen'

/** An open document, for the screen that edits it. */
export type Editor<K extends DocumentKind> = {
  objeto: string
  view: DocumentView
  document: DocumentOf<K>
  version: number
  save: SaveState<DocumentOf<K>>
  /** Whether students do not have what is written here. */
  changed: boolean
  change: (next: DocumentOf<K>) => void
  store: DocumentStore<DocumentOf<K>>
  /** After an act that gave the document another version: publishing, discarding, restoring. */
  reload: () => Promise<void>
  /** After a 409; false while what is written here could not go to the versions. */
  takeTheirs: () => Promise<boolean>
}

/** @throws ApiError while the server lacks some of what is written, which the act that follows would drop */
export async function saveFirst<K extends DocumentKind>({ store }: Pick<Editor<K>, 'store'>): Promise<void> {
  await store.flush()
  if (store.isPending()) throw new ApiError(409, { message: 'Lo último que escribiste todavía no se pudo guardar.' })
}

/** The draft of the open document, when there is anything to publish. */
export const ownDraft = <K extends DocumentKind>({ objeto, changed, store }: Editor<K>): DraftReference[] =>
  changed ? [{ objeto, version: store.getState().version }] : []

export const documentKey = (objeto: string) => ['documento', objeto]

type OpenProps<K extends DocumentKind> = {
  kind: K
  objeto: string
  children: (editor: Editor<K>) => ReactNode
}

/** A course's screen lists its drafts with their versions; one that was left has another once it is saved. */
const DESK = ['get', '/api/gestion/cursos/{id}'] as const

/** Saves of documents that were left, so that opening them again waits for these. */
const leaving = new Map<string, Promise<void>>()

function useSaving(objeto: string, store: DocumentStore<never>): void {
  const queryClient = useQueryClient()
  useWindowEvent('online', () => void store.flush())
  useWindowEvent('pagehide', () => void store.flush())
  useWindowEvent('beforeunload', (event) => {
    if (!store.isPending()) return
    void store.flush()
    if (['stale', 'refused'].includes(store.getState().save.kind)) event.preventDefault()
  })
  // What an earlier visit could not send.
  useEffect(() => {
    if (store.isPending()) void store.flush()
    const leave = async () => {
      if (!store.isPending()) return
      await store.flush()
      await queryClient.invalidateQueries({ queryKey: DESK })
    }
    return () => void leaving.set(objeto, leave())
  }, [objeto, store, queryClient])
}

function Opened<K extends DocumentKind>({ objeto, view, children }: OpenProps<K> & { view: DocumentView }) {
  const user = useSession()?.user.id ?? 0
  const queryClient = useQueryClient()
  const [store] = useState(
    () =>
      new DocumentStore<DocumentOf<K>>({
        key: `documento-${user}-${objeto}`,
        document: view.documento as DocumentOf<K>,
        version: view.version,
        send: (document, version, replaces) => sendDocument(objeto, document, version, replaces),
        setAside: (document) => setAside(objeto, document),
      }),
  )
  const state = useSyncExternalStore(store.subscribe, store.getState, store.getState)
  useSaving(objeto, store as unknown as DocumentStore<never>)
  const reload = async () => {
    const fresh = await queryClient.fetchQuery({
      queryKey: documentKey(objeto),
      queryFn: () => readDocument(objeto),
      staleTime: 0,
    })
    store.reset(fresh.documento as DocumentOf<K>, fresh.version)
  }
  const takeTheirs = async () => {
    const taken = await store.takeTheirs()
    // Whether theirs is a draft or a publication.
    if (taken) void queryClient.invalidateQueries({ queryKey: documentKey(objeto) })
    return taken
  }
  const change = (next: DocumentOf<K>) => store.change(next)
  const changed = view.borrador || state.save.kind !== 'idle' || store.isPending()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: leaving a field saves
    <div onBlur={() => store.isPending() && void store.flush()}>
      <FindingsProvider value={byPath(state.save.kind === 'refused' ? state.save.errors : [])}>
        {children({ objeto, view, ...state, changed, change, store, reload, takeTheirs })}
      </FindingsProvider>
    </div>
  )
}

/** Loads the draft of a document, or without one what is published, and saves its changes. */
export function OpenDocument<K extends DocumentKind>(props: OpenProps<K>) {
  const { objeto } = props
  const query = useQuery({
    queryKey: documentKey(objeto),
    queryFn: async () => {
      await leaving.get(objeto)
      return readDocument(objeto)
    },
    // The open editor is the newest; a refetch would bring an older draft beside it.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    gcTime: 0,
  })
  return (
    <LoadedScreen query={query} errorTitle="No pudimos abrir el documento">
      {(view) => <Opened key={objeto} {...props} view={view} />}
    </LoadedScreen>
  )
}
