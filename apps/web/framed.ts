const framedBy = document.querySelector<HTMLMetaElement>('meta[name="framed-by"]')?.content ?? '';

/** This page stands inside another site's page. */
export const isFramed = (): boolean => window.top !== window.self;

/**
 * Inside a page that the server did not name for this address: nothing may be drawn. The browser has judged by the same
 * list before; this is for those that do not (shell.md 3.1).
 */
export function isFramedByStranger(): boolean {
  if (!isFramed()) return false;
  // Where the browser does not tell its ancestors, the referrer names the page that asked for this one.
  const above = [...(window.location.ancestorOrigins ?? [document.referrer])];
  const known = new Set(framedBy.split(' ').filter((origin) => origin.startsWith('https://')));
  return known.size === 0 || !above.every((one) => URL.canParse(one) && known.has(new URL(one).origin));
}
