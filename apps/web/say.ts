/**
 * Says it in a notice, from what stands before any screen: the script of notices comes with the screens, and the sign-in
 * page does without it.
 */
export function say(kind: 'info' | 'warn' | 'error', text: string): void {
  void import('@aangan/web/ui/notices.tsx').then(({ notice }) => notice[kind](text)).catch(() => undefined);
}
