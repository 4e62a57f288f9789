import { useOutletContext } from 'react-router'

/** How many comments and replies the lesson has; the lesson's screen shows it too. */
export const useCount = () => useOutletContext<{ count: number; change: (by: number) => void }>()
