import { useSession } from '@aangan/web/session/use-session.ts';
import { useParams } from 'react-router';
import { FamilyEvent } from './family-event.tsx';
import { StaffEvent } from './staff-event.tsx';

/** /eventcalendar/view-calendar/{calendarID}: with its answers for the staff, to answer for a family. */
export function EventPage() {
  const { calendarID = '' } = useParams();
  const { holds } = useSession();
  return holds('eventCalendar') ? <StaffEvent id={calendarID} /> : <FamilyEvent id={calendarID} />;
}
