import { redirect } from 'react-router'

/** `/plataformas` leads to the landing page (contract section 3). */
export const loader = () => redirect('/')
