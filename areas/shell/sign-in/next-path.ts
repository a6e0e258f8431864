/** Where to go after signing in: a path of this app, else home. Other sites and schemes are ignored (W5). */
export function nextPath(next: string | null): string {
  const home = '/profile/dashboard';
  if (!next || !/^\/[^/\\]/.test(next)) return home;
  const url = new URL(next, 'https://here.invalid');
  if (url.origin !== 'https://here.invalid') return home;
  return /^\/(login|signin|otp)(\/|$)/i.test(url.pathname) ? home : `${url.pathname}${url.search}${url.hash}`;
}
