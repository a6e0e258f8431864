// Whom to call now, who comes then, and what was just logged.
import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { addDays, todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatCount, weekdayOf } from '@aangan/web/format.ts';
import { part } from '@aangan/web/part.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { TextSkeleton } from '@aangan/web/ui/skeletons.tsx';
import { SegmentedControl, Stack } from '@mantine/core';
import { Suspense, useEffect, useState } from 'react';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { CallCard, READ_AHEAD_MS } from './call-card.tsx';
import { followUpWorkContract } from './follow-up-work.contract.ts';
import { JustLogged } from './just-logged.tsx';
import { UpcomingCalls } from './upcoming-calls.tsx';

const LossDialog = part(() => import('./loss-dialog.tsx'), 'LossDialog');

type Queue = OutputOf<typeof followUpWorkContract.queue>;
type Whose = Queue['whose'];

export function NextCall() {
  const [whose, setWhose] = useState<Whose | null>(null);
  const queue = useQuery(followUpWorkContract.queue, whose ? { whose } : {}, {
    every: 60_000,
    keepPrevious: true,
  });
  return (
    <QueryState query={queue}>
      {(data) => (
        <Stack gap="md">
          <Section
            title="Next call"
            help={helpOf(data)}
            actions={
              <SegmentedControl
                size="xs"
                aria-label="Whose calls"
                value={data.whose}
                onChange={(value) => setWhose(value === 'me' ? 'me' : 'all')}
                data={[
                  { value: 'me', label: 'Mine' },
                  { value: 'all', label: 'Everyone' },
                ]}
              />
            }
          >
            <Card queue={data} asOf={queue.dataUpdatedAt} refetch={() => void queue.refetch()} />
          </Section>
          <UpcomingCalls
            title={data.callingHours ? 'Then' : `First calls from ${data.hours.from}`}
            rows={data.callingHours ? data.rows.slice(1, 6) : data.rows}
          />
          {data.recent.length > 0 && <JustLogged lines={data.recent} />}
        </Stack>
      )}
    </QueryState>
  );
}

function helpOf({ waiting, notNow }: Queue): string {
  const resting = [
    [notNow.justTried, 'tried in the last 2 hours'],
    [notNow.snoozed, 'snoozed'],
    [notNow.claimed, 'with a colleague'],
    [notNow.doNotCall, 'not to be called'],
    [notNow.noNumber, 'without a number that works'],
  ] as const;
  const words = resting.filter(([n]) => n > 0).map(([n, what]) => `${formatCount(n)} ${what}`);
  return [`${formatCount(waiting)} to call`, ...words].join(' · ');
}

interface CardProps {
  queue: Queue;
  /** When these rows came. */
  asOf: number;
  refetch: () => void;
}

function Card({ queue, asOf, refetch }: CardProps) {
  // A family stays on the card until it is logged or put off, also when a better one arrives meanwhile.
  const [kept, setKept] = useState<string | null>(null);
  // Rows that have not come again yet still name every family that was done with; newer ones may bring the last back first.
  const [passed, setPassed] = useState<{ ids: readonly string[]; asOf: number }>({ ids: [], asOf });
  const [begun, setBegun] = useState<string | null>(null);
  const [lost, setLost] = useState<string | null>(null);
  const gone = passed.asOf === asOf ? passed.ids : passed.ids.slice(-1);
  const others = queue.rows.filter((one) => !gone.includes(one.id));
  // Who was skipped comes back when nobody else is left, as soon as the queue says so.
  const reading = passed.asOf === asOf && passed.ids.length > 0 && others.length === 0;
  const row = others.find((one) => one.id === kept) ?? others[0] ?? (reading ? undefined : queue.rows[0]);
  const id = row?.id ?? null;
  useEffect(() => setKept(id), [id]);
  const after = others.find((one) => one.id !== id);
  useQuery(
    enquiryContract.get,
    { enquiryCode: after?.enquiryCode ?? '' },
    { enabled: after !== undefined && begun === id, background: true, fresh: READ_AHEAD_MS },
  );
  const next = () => {
    if (id) setPassed({ ids: [...gone, id], asOf });
  };
  return (
    <>
      {!queue.callingHours ? (
        <EmptyState
          title="Outside calling hours"
          help={`Calls are allowed ${queue.hours.from} to ${queue.hours.to}. Below stand the first families of the next calling day; who called you meanwhile is logged as a contact.`}
          action={{ label: 'Log a contact', to: '/forms/manualFollowup' }}
        />
      ) : reading ? (
        <TextSkeleton />
      ) : row ? (
        <CallCard
          key={row.id}
          row={row}
          onNext={next}
          onTaken={() => {
            next();
            refetch();
          }}
          onBegin={() => setBegun(row.id)}
          onLost={setLost}
        />
      ) : (
        <AllDone queue={queue} />
      )}
      <Suspense fallback={null}>
        {lost && <LossDialog enquiryCode={lost} onClose={() => setLost(null)} />}
      </Suspense>
    </>
  );
}

function AllDone({ queue: { today, next } }: { queue: Queue }) {
  const tomorrow = addDays(todayIst(new Date(serverNow())), 1);
  const when = next.on === tomorrow ? 'Tomorrow' : weekdayOf(next.on);
  return (
    <EmptyState
      title="All done for today."
      help={`${today.calls} ${today.calls === 1 ? 'call' : 'calls'}, ${today.reached} reached. ${when}: ${next.n}.`}
      action={{ label: 'Log a contact', to: '/forms/manualFollowup' }}
    />
  );
}
