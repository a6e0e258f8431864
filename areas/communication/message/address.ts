/** 'Gita R.' of 'Gita Rao': enough to recognise in a list, not enough to look up. */
export function maskName(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  const last = rest.at(-1);
  return last ? `${first} ${[...last][0]}.` : first;
}
