// After saving: the codes, who goes on when, and the next actions at hand.
import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { formatDate } from '@aangan/contract/period.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { part } from '@aangan/web/part.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { becauseOf } from '../allocation/allocation-words.ts';
import { leadAllocationContract } from '../allocation/lead-allocation.contract.ts';
import { stepsFrom } from '../pipeline/next-steps.ts';
import { enquiryContract } from './enquiry.contract.ts';
import { useEnquiryChoices } from './enquiry-look.tsx';
import { stageLabel } from './stage-label.ts';

const KnownElsewhere = part(() => import('../known-elsewhere/known-elsewhere.tsx'), 'KnownElsewhere');
const StepDialog = part(() => import('../pipeline/step-dialog.tsx'), 'StepDialog');

export type Saved = OutputOf<typeof enquiryContract.capture>;
type SavedChild = Saved['enquiries'][number];

const verdictText: Record<string, string> = {
  SAME: 'asked again: noted on the existing enquiry',
  POSSIBLE: 'possible duplicate: please compare',
  SIBLING: 'joined to the family known here',
  NEW_YEAR: 'was here in an earlier year',
  NEW: 'new',
  REPLAY: 'was saved already',
};

/** `again` begins with an empty form. */
export function SavedEnquiry({ saved, again }: { saved: Saved; again: () => void }) {
  const [first] = saved.enquiries;
  return (
    <PageFrame
      title={saved.sentTo ? `Enquiry sent to ${saved.sentTo}` : 'Enquiry saved'}
      context="centre-year"
      crumbs={[{ label: 'Enquiries', to: '/forms/enquiry/list' }]}
    >
      <Stack gap="md">
        {saved.enquiries.map((one) => (
          <Section
            key={one.id}
            title={one.childName}
            help={`${one.enquiryCode} · ${verdictText[one.verdict] ?? ''}`}
          >
            <Stack gap="md">
              <div>
                <Text>
                  Owner {one.ownerName ?? 'nobody yet'}, next follow-up{' '}
                  {one.nextFollowUpOn ? formatDate(one.nextFollowUpOn) : '–'}
                </Text>
                {saved.sentTo === null && <WhyOwner enquiryId={one.id} />}
                {one.logged && (
                  <Text fz="sm" className="quiet">
                    What was said is logged.
                  </Text>
                )}
              </div>
              {saved.sentTo === null && <Actions saved={one} />}
            </Stack>
          </Section>
        ))}
        {saved.sentTo !== null && (
          <Alert color="info" variant="light">
            {`${saved.sentTo} goes on with this family. Choose that centre at the top to open the enquiry.`}
          </Alert>
        )}
        {first && saved.sentTo === null && (
          <Suspense fallback={null}>
            <KnownElsewhere enquiryId={first.id} />
          </Suspense>
        )}
        <Group>
          <Button variant="default" onClick={again}>
            Add another family
          </Button>
        </Group>
      </Stack>
    </PageFrame>
  );
}

/** Who got it and by which rule, as the allocation keeps its reasons. */
function WhyOwner({ enquiryId }: { enquiryId: string }) {
  const [last] = useQuery(leadAllocationContract.why, { enquiryId }).data?.rows ?? [];
  if (!last) return null;
  const skipped = last.skipped.length > 0 ? ` Passed over: ${last.skipped.join(', ')}.` : '';
  return <Text fz="sm" className="quiet">{`Why: ${becauseOf(last)}.${skipped}`}</Text>;
}

function Actions({ saved }: { saved: SavedChild }) {
  const [booking, setBooking] = useState(false);
  const { stages = [] } = useEnquiryChoices().data ?? {};
  const full = useQuery(
    enquiryContract.get,
    { enquiryCode: saved.enquiryCode },
    { enabled: booking, fresh: 0 },
  );
  const enquiry = full.data;
  const steps = enquiry
    ? stepsFrom({ stage: enquiry.stage, status: enquiry.spancoStatus }, stages).filter(
        ({ action }) =>
          (action === 'fix-appointment' || action === 'reschedule') && enquiry.actions.includes(action),
      )
    : [];
  const booked = enquiry?.appointmentAt ?? null;
  return (
    <Stack gap="sm">
      {booked && (
        <Text role="status">
          Visit <InstantText at={booked} />
        </Text>
      )}
      <Group>
        <Button component={Link} to={`/forms/edit/${saved.enquiryCode}`}>
          Open
        </Button>
        {!saved.logged && (
          <Button variant="default" component={Link} to={`/forms/followup/${saved.enquiryCode}`}>
            Log call
          </Button>
        )}
        <Button variant="default" loading={booking && full.isFetching} onClick={() => setBooking(true)}>
          {booked ? 'Move visit' : 'Book visit'}
        </Button>
      </Group>
      {booking && enquiry && steps.length === 0 && (
        <Text fz="sm" className="quiet">
          {`${stageLabel(enquiry.stage)}: no visit is booked from here. Open the enquiry to go on.`}
        </Text>
      )}
      {booking && enquiry && steps.length > 0 && (
        <Suspense fallback={null}>
          <StepDialog enquiry={enquiry} steps={steps} onClose={() => setBooking(false)} />
        </Suspense>
      )}
    </Stack>
  );
}
