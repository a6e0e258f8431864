import { useQuery } from '@aangan/web/api/use-query.ts';
import { thisMonth } from '@aangan/web/calendar/month-steps.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { attendanceContract } from './attendance.contract.ts';

/** Head office works at no centre: it has no own day, month or leave there. */
export const NotListed = () => (
  <EmptyState
    title="You are not listed as staff of a centre"
    help="Attendance and leave are kept for people who work at a centre. Ask your centre head to add you."
  />
);

/** Whether whoever is signed in works at no centre; false until that is known. */
export function useNotListed(asked = true): boolean {
  const query = useQuery(attendanceContract.mine, { month: thisMonth() }, { enabled: asked });
  return query.error?.code === 'staff.not-listed';
}
