import { browserName } from '@aangan/web/local/browser-key.ts';
import { useEffect, useState } from 'react';

let known: Promise<string> | undefined;

/** This browser as the lease of an audit knows it, after a sign-out too; where nothing is kept, this tab alone. */
export function deviceId(): Promise<string> {
  known ??= browserName('audit-device').then((name) => name ?? crypto.randomUUID());
  return known;
}

/** The same for a screen; null while it is read. */
export function useDeviceId(): string | null {
  const [id, setId] = useState<string | null>(null);
  useEffect(() => void deviceId().then(setId), []);
  return id;
}
