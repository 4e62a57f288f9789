import { redirect } from 'react-router'

/** See docs/product/brands.md 2.3. */
export const loader = () => redirect('/')
