/** Clears every cookie this page can see (specification 7: "The app clears all cookies at start"). */
export function clearCookies(): void {
  const names = document.cookie
    .split(';')
    .map((pair) => (pair.split('=')[0] ?? '').trim())
    .filter(Boolean);
  const { pathname, hostname } = window.location;
  const segments = pathname.split('/').filter(Boolean);
  const paths = ['/', ...segments.map((_, i) => `/${segments.slice(0, i + 1).join('/')}`)];
  const labels = hostname.split('.');
  const domains = ['', ...labels.map((_, i) => `; domain=${labels.slice(i).join('.')}`)];
  for (const name of names)
    for (const path of paths) for (const domain of domains) expire(`${name}=; path=${path}${domain}`);
}

function expire(cookie: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is not in every browser we serve
  document.cookie = `${cookie}; expires=Thu, 01 Jan 1970 00:00:00 GMT`;
}
