/** Where an audit is answered, by its family. */
export const runPath = (family: string, id: string): string =>
  family === 'GENERAL' ? `/general-audit/edit-audit/${id}` : `/audit/editAudit/${id}`;

const KEY = 'aangan-audit-device';

/** This browser as the lease of an audit knows it. */
export function deviceId(): string {
  const known = localStorage.getItem(KEY);
  if (known) return known;
  const fresh = crypto.randomUUID();
  localStorage.setItem(KEY, fresh);
  return fresh;
}
