// The card of whom to call now. It says why this family is first, what to say, what was said, and takes the answer.
import { useQuery } from '@aangan/web/api/use-query.ts';
import { part } from '@aangan/web/part.ts';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { TextSkeleton } from '@aangan/web/ui/skeletons.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { Flame } from '../enquiry/enquiry-look.tsx';
import type { Outcome } from '../enquiry/follow-up.contract.ts';
import { stageLabel } from '../enquiry/stage-label.ts';
import { type CardAction, CardActions } from './card-actions.tsx';
import { ContactPanel } from './contact-panel.tsx';
import type { QueueRow } from './follow-up-work.contract.ts';
import { lineWords } from './line-words.ts';
import { PutOff } from './put-off.tsx';
import { stageScripts } from './stage-scripts.ts';
import { WhyFirst } from './why-first.tsx';
import type { WorkingEnquiry } from './working-enquiry.ts';

const AssignDialog = part(() => import('./assign-dialog.tsx'), 'AssignDialog');

/** A family read so lately is shown at once; what somebody else did to it since is refused as an older version. */
export const READ_AHEAD_MS = 30_000;

interface CallCardProps {
  row: QueueRow;
  /** Done with, or put off. */
  onNext: () => void;
  /** Somebody else has the family: the queue is another. */
  onTaken: () => void;
  /** An outcome is chosen: the next family will soon be asked for. */
  onBegin: () => void;
  onLost: (enquiryCode: string) => void;
}

export function CallCard({ row, onNext, onLost, ...on }: CallCardProps) {
  const enquiry = useQuery(enquiryContract.get, { enquiryCode: row.enquiryCode }, { fresh: READ_AHEAD_MS });
  const [shown, setShown] = useState<string | null>(null);
  const fit = enquiry.isFetchedAfterMount || !enquiry.isStale;
  // A talk lasts longer than an answer counts as fresh: who is on the card stays there with what is typed.
  if (fit && shown !== row.enquiryCode) setShown(row.enquiryCode);
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div style={{ minWidth: 0 }}>
          <Anchor component={Link} to={`/forms/edit/${row.enquiryCode}`} fw={600} fz="lg">
            {row.childName}
          </Anchor>
          <Text>{[row.guardianName, row.className].filter(Boolean).join(' · ')}</Text>
          <Text fz="sm" className="quiet">
            {stageLabel(row.stage)} · {row.enquiryCode}
          </Text>
        </div>
        {enquiry.data && <Flame temperature={enquiry.data.temperature} />}
      </Group>
      <Group gap="xs">
        {row.forOwner && <Tag tone="info">{`for ${row.forOwner}`}</Tag>}
        {row.reasons.map((reason) => (
          <Tag key={reason} tone="neutral">
            {reason}
          </Tag>
        ))}
        <WhyFirst row={row} />
      </Group>
      {/* A family that comes back, its log undone, is read again before anything is typed: what was kept of it is an older
      version, and saving over that is refused. */}
      {fit || shown === row.enquiryCode ? (
        <QueryState query={enquiry}>
          {(data) => (
            <Talk
              enquiry={data}
              onNext={onNext}
              onTaken={on.onTaken}
              onBegin={on.onBegin}
              onLogged={(outcome) => {
                if (outcome === 'NOT_INTERESTED') onLost(row.enquiryCode);
                onNext();
              }}
            />
          )}
        </QueryState>
      ) : (
        <TextSkeleton />
      )}
    </Stack>
  );
}

interface TalkProps {
  enquiry: WorkingEnquiry;
  onNext: () => void;
  onTaken: () => void;
  onBegin: () => void;
  onLogged: (outcome: Outcome) => void;
}

function Talk({ enquiry, onNext, onTaken, onBegin, onLogged }: TalkProps) {
  const navigate = useNavigate();
  const [giving, setGiving] = useState(false);
  const { enquiryCode } = enquiry;
  const may = enquiry.can['edit'] === true;
  const actions: readonly CardAction[] = [
    { key: 'Enter', label: 'Open', run: () => void navigate(`/forms/edit/${enquiryCode}`) },
    { key: 'e', label: 'Edit', run: () => void navigate(`/forms/enquiry/edit/${enquiryCode}`), hidden: !may },
    { key: 'a', label: 'Give to somebody', run: () => setGiving(true), hidden: !may },
    {
      key: 'm',
      label: 'Mark as duplicate',
      run: () => void navigate(`/forms/edit/${enquiryCode}?tab=duplicates`),
      hidden: !may,
    },
  ];
  const script = stageScripts[enquiry.stage];
  return (
    <Stack gap="md">
      {script && (
        <Text fz="sm" className="quiet">
          {script}
        </Text>
      )}
      <LastLines enquiry={enquiry} />
      <ContactPanel enquiry={enquiry} goesOn onTaken={onTaken} onBegin={onBegin} onLogged={onLogged} />
      <Group gap="sm">
        <PutOff enquiryId={enquiry.id} onDone={onNext} />
        <CardActions actions={actions.filter((one) => !one.hidden)} />
      </Group>
      {giving && (
        <Suspense fallback={null}>
          <AssignDialog enquiry={enquiry} onClose={() => setGiving(false)} />
        </Suspense>
      )}
    </Stack>
  );
}

function LastLines({ enquiry }: { enquiry: WorkingEnquiry }) {
  const lines = enquiry.timeline.slice(0, 3);
  return (
    <Stack gap={4} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {lines.map((line) => (
        <Text key={`${line.at} ${line.what}`} component="li" fz="sm">
          <span className="quiet">
            <InstantText at={line.at} ago />
          </span>{' '}
          {lineWords(line)}
          {line.note ? ` – ${line.note}` : ''}
        </Text>
      ))}
    </Stack>
  );
}
