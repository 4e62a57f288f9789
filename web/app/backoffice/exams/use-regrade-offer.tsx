import type { PublishedDocument } from '@campus/contract/documents/documents'
import { lazy, type ReactNode, useState } from 'react'
import { Late } from '../../ui/late'
import { isAllowed, useStaff } from '../shell/staff'
import type { Regradable } from './regrade-offer'
import type { Longer } from './time-offer'

const RegradeOffer = lazy(() => import('./regrade-offer'))
const TimeOffer = lazy(() => import('./time-offer'))

const examOf = ({ objeto }: PublishedDocument) => Number(objeto.split(':')[1])

/**
 * `offer` follows a publication; `dialog` asks, where open attempts could have more time, and then where questions that
 * have submitted answers changed their key or left.
 */
export function useRegradeOffer(): { offer: (documents: PublishedDocument[]) => void; dialog: ReactNode } {
  const [longer, setLonger] = useState<Longer[]>([])
  const [questions, setQuestions] = useState<Regradable[]>([])
  const may = isAllowed(useStaff(), 'calificar')
  const offer = (documents: PublishedDocument[]) => {
    if (!may) return
    setLonger(documents.flatMap((one) => (one.mas_tiempo ? [{ exam: examOf(one), open: one.mas_tiempo }] : [])))
    setQuestions(documents.flatMap((one) => one.recalificar.map((question) => ({ ...question, exam: examOf(one) }))))
  }
  const [first, ...others] = longer
  const dialog = (
    <Late>
      {first && <TimeOffer key={first.exam} {...first} onClose={() => setLonger(others)} />}
      {!first && questions.length > 0 && <RegradeOffer questions={questions} onClose={() => setQuestions([])} />}
    </Late>
  )
  return { offer, dialog }
}
