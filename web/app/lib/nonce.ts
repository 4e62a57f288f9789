import { createContext } from 'react'

/** The nonce of inline scripts while rendering; it becomes a hash in the CSP and is never sent. */
export const NonceContext = createContext('')
