import { franchiseeLabel } from '@aangan/web/format.ts';
import { noteVisit } from '@aangan/web/local/recents.ts';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useShell } from '../session-state.ts';

/** Long enough to have looked; also lets the screen set its title. */
const LOOKED_MS = 1_500;

/** Remembers the last screens on this device with the centre they were seen for (shell.md 11.4). Draws nothing. */
export function NoteVisits() {
  const { pathname, search } = useLocation();
  const { me, franchisee, phase } = useShell();
  const userId = phase === 'in' ? me?.id : undefined;
  useEffect(() => {
    if (userId === undefined) return;
    const timer = setTimeout(() => {
      const title = document.title.split(' · ')[0] ?? '';
      const context = franchisee ? franchiseeLabel(franchisee.id, franchisee.companyName) : 'all centres';
      void noteVisit({
        userId: String(userId),
        path: `${pathname}${search}`,
        title,
        context,
        at: Date.now(),
      });
    }, LOOKED_MS);
    return () => clearTimeout(timer);
  }, [pathname, search, userId, franchisee]);
  return null;
}
