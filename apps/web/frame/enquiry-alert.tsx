import { query } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { listLink } from '@aangan/web/list/list-state.ts';
import { Alert, Anchor, Group } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import * as z from 'zod';
import { useShell } from '../session-state.ts';
import { useDismissals, useSlowClock } from './dismissals.ts';
import classes from './frame.module.css';

// Specification 7, to the letter; the server sends either reading of the follow-up count.
const enquiryCount = query({
  name: 'enquiry.count',
  summary: 'Enquiry counts of a centre and year.',
  path: '/api/enquiry/enquiry-count',
  module: 'enquiry',
  scope: 'centre',
  input: z.strictObject({ franchiseeID: z.int(), academicYearID: z.int() }),
  output: z.object({
    totalLeadCount: z.int(),
    yetToCallCount: z.int(),
    followUpLeadCount: z.int().optional(),
    todaysFollowUpCount: z.int().optional(),
  }),
});

const EVERY_MS = 5 * 60_000;

/** Enquiries that wait for a call; hidden on the /forms/enquiry path (specification 2). */
export function EnquiryAlert() {
  const { hasEnquiryAccess, franchisee, academicYear, menuReady, modules, me } = useShell();
  const { pathname } = useLocation();
  const now = useSlowClock();
  const dismissed = useDismissals(now);
  const away = pathname.toLowerCase().startsWith('/forms/enquiry');
  const allowed = hasEnquiryAccess === 1 && menuReady && (me?.superAdmin || 'enquiry' in modules);
  const counts = useQuery(
    enquiryCount,
    { franchiseeID: franchisee?.id ?? 0, academicYearID: academicYear?.id ?? 0 },
    {
      enabled: Boolean(allowed && franchisee && academicYear && !away),
      every: EVERY_MS,
      fresh: 60_000,
      background: true,
    },
  );
  const yet = counts.data?.yetToCallCount ?? 0;
  const due = counts.data?.followUpLeadCount ?? counts.data?.todaysFollowUpCount ?? 0;
  if (away || !allowed || (yet === 0 && due === 0) || dismissed.isHidden('enquiry')) return null;
  return (
    <Alert
      color="info"
      variant="light"
      radius={0}
      py="xs"
      withCloseButton
      closeButtonLabel="Dismiss"
      onClose={() => dismissed.hide('enquiry')}
      className="no-print"
      role="status"
    >
      <Group gap="4px 24px" className={classes.alertLinks ?? ''}>
        {yet > 0 && (
          <Anchor
            component={Link}
            to={listLink('/forms/enquiry/list', { spancoStatus: 'Suspect', stage: 'Yet_to_call' })}
          >
            {yet} <span className={classes.wideWords}>{yet === 1 ? 'enquiry is ' : 'enquiries are '}</span>
            yet to call
          </Anchor>
        )}
        {due > 0 && (
          <Anchor component={Link} to="/forms/followup?bucket=due">
            {due === 1 ? '1 follow-up is due' : `${due} follow-ups are due`}
          </Anchor>
        )}
      </Group>
    </Alert>
  );
}
