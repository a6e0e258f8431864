// The counsellor's day: whom to call and why, the list behind it, the month, the visits, what waits for a decision, the
// calls (enquiries.md 4). A code in the address opens that family over it.
import { useQuery } from '@aangan/web/api/use-query.ts';
import { part } from '@aangan/web/part.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { TextSkeleton } from '@aangan/web/ui/skeletons.tsx';
import { Anchor, Drawer, Stack, Text } from '@mantine/core';
import { type ReactNode, Suspense, useState } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { type Bucket, buckets } from '../enquiry/bucket.ts';
import { BucketStrip } from '../enquiry/bucket-strip.tsx';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { followUpContract } from '../enquiry/follow-up.contract.ts';
import { stageLabel } from '../enquiry/stage-label.ts';
import { enquiryModules } from '../modules.ts';
import { ContactPanel } from './contact-panel.tsx';
import type { Counted } from './due-list.tsx';
import classes from './follow-up.module.css';
import { useWorkKeys } from './use-work-keys.web.ts';

const DueList = part(() => import('./due-list.tsx'), 'DueList');
const CalendarTab = part(() => import('./calendar-tab.tsx'), 'CalendarTab');
const VisitsTab = part(() => import('../appointments/visits-tab.tsx'), 'VisitsTab');
const DecideTab = part(() => import('./decide-tab.tsx'), 'DecideTab');
const CallsTab = part(() => import('../calls/calls-tab.tsx'), 'CallsTab');
const LeaksTab = part(() => import('../leaks/leaks-tab.tsx'), 'LeaksTab');
const ClosedList = part(() => import('./closed-list.tsx'), 'ClosedList');
const NextCall = part(() => import('./next-call.tsx'), 'NextCall');
const LossDialog = part(() => import('./loss-dialog.tsx'), 'LossDialog');
const WorkKeysHelp = part(() => import('./work-keys-help.tsx'), 'WorkKeysHelp');

/** Tabs beside the queue; `ofCentre`: only with a centre chosen. */
const laterTabs = [
  { value: 'calendar', label: 'Calendar', ofCentre: false, Panel: CalendarTab },
  { value: 'visits', label: 'Visits', ofCentre: true, Panel: VisitsTab },
  { value: 'decide', label: 'To decide', ofCentre: true, Panel: DecideTab },
  { value: 'leaks', label: 'Leaks', ofCentre: true, Panel: LeaksTab },
  { value: 'calls', label: 'Call log', ofCentre: false, Panel: CallsTab },
];

export function FollowUpScreen() {
  const { enquiryCode } = useParams();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const { franchisee, holds } = useSession();
  const write = holds(enquiryModules.followup, true);
  const [help, setHelp] = useState(false);
  const [count, setCount] = useState<Counted | null>(null);
  const showHelp = () => setHelp(true);
  useWorkKeys({ '?': showHelp });
  return (
    <PageFrame
      title="Follow-ups"
      count={count ?? undefined}
      context="centre-year"
      primary={{ label: 'Log a contact', to: '/forms/manualFollowup', hidden: !write }}
      menu={[{ label: 'Keys', run: showHelp }]}
    >
      <Stack gap="sm">
        <Buckets open={params.get('bucket')} />
        <PageTabs
          tabs={[
            {
              value: 'queue',
              label: 'Queue',
              content: (
                <Queue
                  withCard={franchisee !== null && write}
                  closed={params.get('bucket') === 'closed'}
                  onHelp={showHelp}
                  onCount={setCount}
                />
              ),
            },
            ...laterTabs.map(({ value, label, ofCentre, Panel }) => ({
              value,
              label,
              hidden: ofCentre && franchisee === null,
              content: (
                <Later>
                  <Panel />
                </Later>
              ),
            })),
          ]}
        />
      </Stack>
      <Drawer
        opened={!!enquiryCode}
        onClose={() => void navigate(`/forms/followup?${params}`)}
        position="right"
        size="lg"
        title="Follow-up"
      >
        {enquiryCode && (
          <FamilyDrawer code={enquiryCode} onDone={() => void navigate(`/forms/followup?${params}`)} />
        )}
      </Drawer>
      {help && (
        <Suspense fallback={null}>
          <WorkKeysHelp onClose={() => setHelp(false)} />
        </Suspense>
      )}
    </PageFrame>
  );
}

const Later = ({ children }: { children: ReactNode }) => <Suspense fallback={null}>{children}</Suspense>;

interface QueueProps {
  withCard: boolean;
  closed: boolean;
  onHelp: () => void;
  onCount: (count: Counted | null) => void;
}

function Queue({ withCard, closed, onHelp, onCount }: QueueProps) {
  if (closed)
    return (
      <Later>
        <ClosedList />
      </Later>
    );
  return (
    <div className={withCard ? classes.desk : undefined}>
      {withCard && (
        <div className={classes.card}>
          <Suspense fallback={<TextSkeleton />}>
            <NextCall />
          </Suspense>
        </div>
      )}
      <Suspense fallback={<TextSkeleton />}>
        <DueList onHelp={onHelp} onCount={onCount} />
      </Suspense>
    </div>
  );
}

const isBucket = (text: string): text is Bucket => Object.hasOwn(buckets, text);

function Buckets({ open }: { open: string | null }) {
  const counts = useQuery(followUpContract.buckets, {}, { every: 60_000 });
  const strip = counts.data?.buckets ?? [];
  return (
    <BucketStrip
      buckets={strip}
      linkOf={(bucket) => `/forms/followup?bucket=${bucket}`}
      rest={{ label: 'Due', to: '/forms/followup', n: counts.data?.due ?? 0 }}
      {...(open === null || open === 'due' ? { current: null } : isBucket(open) ? { current: open } : {})}
    />
  );
}

function FamilyDrawer({ code, onDone }: { code: string; onDone: () => void }) {
  const enquiry = useQuery(enquiryContract.get, { enquiryCode: code }, { fresh: 0 });
  const [losing, setLosing] = useState(false);
  return (
    <QueryState query={enquiry}>
      {(data) => (
        <Stack gap="md">
          <div>
            <Text fw={600} fz="lg">
              {data.childName}
            </Text>
            <Text>
              {[data.guardianName, data.className, stageLabel(data.stage)].filter(Boolean).join(' · ')}
            </Text>
          </div>
          {data.lastNote && (
            <Text fz="sm" className="quiet">
              {data.lastNote}
            </Text>
          )}
          <ContactPanel
            enquiry={data}
            inLayer
            onLogged={(outcome) => (outcome === 'NOT_INTERESTED' ? setLosing(true) : onDone())}
          />
          <Anchor component={Link} to={`/forms/edit/${code}`}>
            Open the whole enquiry
          </Anchor>
          <Suspense fallback={null}>{losing && <LossDialog enquiryCode={code} onClose={onDone} />}</Suspense>
        </Stack>
      )}
    </QueryState>
  );
}
