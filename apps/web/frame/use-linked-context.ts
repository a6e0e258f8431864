import { franchiseeLabel } from '@aangan/web/format.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { chooseContext } from '../session-context.ts';
import { sessionState, useShell } from '../session-state.ts';

const NAMES = ['forCentre', 'forYear'] as const;

/**
 * A notice counts for one centre and academic year; its link names them (`?forCentre=14&forYear=2026`), and the tab works
 * there from then on. What the user may not choose, or has chosen already, changes nothing.
 */
export function useLinkedContext(): void {
  const { search } = useLocation();
  const navigate = useNavigate();
  const { phase, contextReady } = useShell();
  useEffect(() => {
    const params = new URLSearchParams(search);
    if (phase !== 'in' || !contextReady || !NAMES.some((name) => params.has(name))) return;
    const [centreId, yearId] = NAMES.map((name) => Number(params.get(name)));
    for (const name of NAMES) params.delete(name);
    // Out of the address at once: what is chosen later must stand.
    void navigate({ search: params.size > 0 ? `?${params}` : '' }, { replace: true });
    const { franchisees, franchisee, years, academicYear } = sessionState();
    const centre = franchisees.find((one) => one.id === centreId && one.id !== franchisee?.id);
    const year = years.find((one) => one.id === yearId && one.id !== academicYear?.id);
    if (!centre && !year) return;
    chooseContext({
      ...(centre ? { franchiseeID: centre.id } : {}),
      ...(year ? { academicYearID: year.id } : {}),
    })
      .then(() => {
        if (centre) notice.info(franchiseeLabel(centre.id, centre.companyName), 'Centre Change');
        if (year) notice.info(year.academicYear, 'Academic year');
      })
      .catch((error: unknown) => notice.error(error));
  }, [search, phase, contextReady, navigate]);
}
