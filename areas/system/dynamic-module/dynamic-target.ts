// Where a menu item made at run time may lead (system.md 8): a declared screen with fixed filters, or an https address of
// an allowed host. Anything a browser could take for something else is refused, not repaired.

export type TargetVerdict =
  | { ok: true; link: string }
  | { ok: false; code: 'dynamic.link' | 'dynamic.host'; host?: string };

/** The link a target makes. `isScreen` says whether an address is one of a screen. */
export function linkOf(
  kind: 'SCREEN' | 'LINK' | 'REPORT' | 'PAGE',
  target: string,
  allowed: { isScreen: (path: string) => boolean; hosts: ReadonlySet<string>; pageId: string },
): TargetVerdict {
  if (kind === 'PAGE') return { ok: true, link: `/system?page=${allowed.pageId}` };
  const text = target.trim();
  // Control characters and backslashes are read differently by servers and browsers.
  if (/[\p{Cc}\\]/u.test(text)) return { ok: false, code: 'dynamic.link' };
  if (kind === 'LINK') {
    if (!URL.canParse(text)) return { ok: false, code: 'dynamic.host', host: text.slice(0, 60) };
    const url = new URL(text);
    if (url.protocol !== 'https:' || url.username !== '' || url.password !== '')
      return { ok: false, code: 'dynamic.host', host: url.host || url.protocol };
    return allowed.hosts.has(url.hostname.toLowerCase())
      ? { ok: true, link: url.href }
      : { ok: false, code: 'dynamic.host', host: url.hostname };
  }
  if (!/^\/(?!\/)/.test(text) || text.includes('{') || !allowed.isScreen(text))
    return { ok: false, code: 'dynamic.link' };
  return { ok: true, link: text };
}

/** Page texts are lines of headings (#), lists (-) and paragraphs; a tag is refused. */
export const hasHtml = (text: string): boolean =>
  /<\s*[a-z!/]/i.test(text) || /javascript:|data:/i.test(text);
