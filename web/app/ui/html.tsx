import classes from './html.module.css'

/** HTML that the server sanitized. */
export function Html({ html }: { html: string }) {
  // A wide table scrolls in its own box, which the keyboard has to reach (WCAG 2.1.1).
  const reachable = html.replaceAll('<table>', '<table tabindex="0">')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server on write; the page's policy runs no script without a nonce
  return <div className={classes.prose} dangerouslySetInnerHTML={{ __html: reachable }} />
}
