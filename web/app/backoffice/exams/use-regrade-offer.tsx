import type { PublishedDocument } from '@campus/contract/documents/documents'
import { lazy, type ReactNode, useState } from 'react'
import { Late } from '../../ui/late'
import { isAllowed, useStaff } from '../shell/staff'
import type { Regradable } from './regrade-offer'

const RegradeOffer = lazy(() => import('./regrade-offer'))

/** `offer` follows a publication; `dialog` asks, where a key changed that has submitted answers. */
export function useRegradeOffer(): { offer: (documents: PublishedDocument[]) => void; dialog: ReactNode } {
  const [questions, setQuestions] = useState<Regradable[]>([])
  const may = isAllowed(useStaff(), 'calificar')
  const offer = (documents: PublishedDocument[]) => {
    if (!may) return
    setQuestions(
      documents.flatMap(({ objeto, recalificar }) =>
        recalificar.map((question) => ({ ...question, exam: Number(objeto.split(':')[1]) })),
      ),
    )
  }
  const dialog = (
    <Late>{questions.length > 0 && <RegradeOffer questions={questions} onClose={() => setQuestions([])} />}</Late>
  )
  return { offer, dialog }
}
